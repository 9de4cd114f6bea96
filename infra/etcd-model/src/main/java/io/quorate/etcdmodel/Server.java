package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;

/**
 * The running etcd server: raft, what is applied of it, peers and calls. After every event it
 * settles: what raft wants to send goes out after it is saved, what is committed is applied.
 */
final class Server {
  final ModelProcess process;
  final EtcdDisk disk;
  final Raft raft;
  final ClientCalls calls;
  final Peers peers;
  final DatabasePages pages;
  Applied applied;
  private final CommittedApplier applying = new CommittedApplier(this);
  private final ProcessSpec spec;
  private Optional<MemberId> knownLead = Optional.empty();
  private long armedAt = Long.MAX_VALUE;
  private boolean defragments;

  Server(ModelProcess process, EtcdDisk disk) {
    this.process = process;
    this.spec = process.spec();
    this.disk = disk;
    this.applied = disk.log.base().state().copy();
    this.raft = new Raft(disk, spec.timing(), process.world().random(), now());
    this.calls = new ClientCalls(this);
    this.peers = new Peers(this);
    this.pages = new DatabasePages(this);
    applying.recoverKeys();
  }

  long now() {
    return process.world().now();
  }

  void begin() {
    settle();
    if (applied.members().size() == 1) {
      raft.election.hasten(spec.timing().electionMillis() - spec.timing().heartbeatMillis());
    }
    peers.begin();
    pages.begin();
    calls.publish();
    settle();
  }

  /** Members and cluster, as a peer is told. */
  ServerStart.Told told() {
    return new ServerStart.Told(disk.clusterId, List.copyOf(applied.members().values()));
  }

  boolean learner() {
    return Optional.ofNullable(applied.members().get(disk.memberId))
        .filter(Member::learner)
        .isPresent();
  }

  boolean defragments() {
    return defragments;
  }

  /** Raft goes on meanwhile: it holds no key. */
  void defragment(long millis, Runnable then) {
    defragments = true;
    process
        .world()
        .at(
            now() + millis,
            () ->
                process.whenAwake(
                    () -> {
                      defragments = false;
                      pages.defragmented();
                      then.run();
                      calls.serveWaiting();
                    }));
  }

  void settle() {
    if (process.exited().isPresent()) {
      return;
    }
    boolean more = true;
    while (more && process.exited().isEmpty()) {
      more = saveAndSend();
      more |= !defragments && applying.applyAll();
      more |= !defragments && calls.reads.answer();
      more |= noticeLeader();
    }
    arm();
  }

  private boolean saveAndSend() {
    if (raft.outbox.isEmpty()) {
      raft.save();
      return false;
    }
    if (spec.directory().isFull()) {
      process.exit(1, "failed to save Raft hard state and entries: no space left on device");
      return false;
    }
    raft.save();
    List<Message> out = List.copyOf(raft.outbox);
    raft.outbox.clear();
    for (Message message : out) {
      peers.send(
          message.kind() == Message.Kind.SNAPSHOT
              ? message.snapshot(applying.snapshot())
              : message);
    }
    return true;
  }

  private boolean noticeLeader() {
    if (knownLead.equals(raft.lead)) {
      return false;
    }
    knownLead = raft.lead;
    if (knownLead.isPresent()) {
      calls.leaderChanged();
      return true;
    }
    return false;
  }

  private void arm() {
    long due = Math.max(raft.due(), now() + 1);
    if (due < armedAt && due != Long.MAX_VALUE) {
      armedAt = due;
      process
          .world()
          .at(
              due,
              () -> {
                if (armedAt == due) {
                  armedAt = Long.MAX_VALUE;
                }
                process.whenAwake(() -> raft.tick(now()));
              });
    }
  }

  /** A raft message arrives from a peer. */
  void arrived(Message message, Member sender) {
    if (!applied.removed().contains(message.from())) {
      peers.met(sender);
      raft.step(message, now());
    }
  }

  /** SIGTERM: the leader moves the leadership to the peer connected longest, if there is any. */
  void handOver(Runnable then) {
    Optional<MemberId> to = peers.longestConnected(raft.voting.voters());
    if (!raft.leads() || applied.voters() < 2 || to.isEmpty()) {
      then.run();
      return;
    }
    raft.leading.transfer(to.get(), now());
    calls.awaitLeader(to.get(), now() + spec.timing().requestMillis(), moved -> then.run());
  }

  void ended(boolean cleanly) {
    if (cleanly) {
      disk.savedCommit = Math.max(disk.savedCommit, raft.committed);
      disk.flush();
    } else {
      disk.lost(now());
    }
  }
}
