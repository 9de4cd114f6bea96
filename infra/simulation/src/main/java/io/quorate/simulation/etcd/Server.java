package io.quorate.simulation.etcd;

import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;

/**
 * The running etcd server: raft, what is applied of it, peers and calls. After every event it
 * settles: what raft wants to send goes out after it is saved, what is committed is applied.
 */
final class Server {
  final EtcdProcess process;
  final Disk disk;
  final Raft raft;
  final Calls calls;
  final Peers peers;
  Applied applied;
  private final ProcessSpec spec;
  private Optional<MemberId> knownLead = Optional.empty();
  private long armedAt = Long.MAX_VALUE;
  private boolean removedSelf;

  Server(EtcdProcess process, Disk disk) {
    this.process = process;
    this.spec = process.spec();
    this.disk = disk;
    this.applied = disk.log.base().state().copy();
    this.raft = new Raft(disk, spec.timing(), process.world().random(), now());
    this.calls = new Calls(this);
    this.peers = new Peers(this);
    recoverKeys();
  }

  long now() {
    return process.world().now();
  }

  /** The key store is ahead of the membership: it was synced up to an index of its own. */
  private void recoverKeys() {
    long first = disk.log.base().index() + 1;
    for (Entry entry : disk.log.slice(first, disk.backendIndex)) {
      if (entry.payload() instanceof Payload.Put put) {
        applied.put(put.key(), put.value());
      }
    }
  }

  void begin() {
    settle();
    if (applied.members().size() == 1) {
      raft.hasten(spec.timing().electionMillis() - spec.timing().heartbeatMillis());
    }
    peers.begin();
    calls.publish();
    settle();
  }

  /** Members and cluster, as a peer is told. */
  Bootstrap.Told told() {
    return new Bootstrap.Told(disk.clusterId, List.copyOf(applied.members().values()));
  }

  boolean learner() {
    return Optional.ofNullable(applied.members().get(disk.memberId))
        .filter(Member::learner)
        .isPresent();
  }

  void settle() {
    if (process.exited().isPresent()) {
      return;
    }
    boolean more = true;
    while (more && process.exited().isEmpty()) {
      more = saveAndSend();
      more |= applyAll();
      more |= calls.answerReads();
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
      peers.send(message.kind() == Message.Kind.SNAPSHOT ? message.snapshot(snapshot()) : message);
    }
    return true;
  }

  private Snapshot snapshot() {
    return new Snapshot(
        raft.applied, disk.log.term(raft.applied).orElse(raft.term()), raft.voting, applied);
  }

  private boolean applyAll() {
    boolean any = false;
    Optional<Snapshot> restored = raft.takeRestored();
    if (restored.isPresent()) {
      applied = restored.get().state().copy();
      disk.backendIndex = restored.get().index();
      peers.follow();
      any = true;
    }
    for (Optional<Entry> next = raft.nextCommitted();
        next.isPresent();
        next = raft.nextCommitted()) {
      apply(next.get());
      any = true;
    }
    if (raft.applied - disk.log.base().index() > spec.timing().snapshotCount()) {
      disk.log.compact(snapshot(), spec.timing().catchUpEntries());
    }
    return any;
  }

  private void apply(Entry entry) {
    Payload payload = entry.payload();
    Optional<String> refusal = applied.refusal(payload);
    if (refusal.isEmpty()) {
      if (payload instanceof Payload.Put put && entry.index() > disk.backendIndex) {
        applied.put(put.key(), put.value());
      }
      applied.change(payload);
      configure(payload);
    }
    if (entry.index() > disk.backendIndex) {
      disk.applied(entry.index(), now());
    }
    calls.applied(payload, refusal);
  }

  private void configure(Payload payload) {
    switch (payload) {
      case Payload.Add add -> changed(raft.voting.with(add.member(), add.learner()));
      case Payload.Promote promote -> changed(raft.voting.with(promote.member(), false));
      case Payload.Remove remove -> {
        Voting without = raft.voting.without(remove.member());
        if (without.voters().isEmpty()) {
          throw new RaftPanic("removed all voters");
        }
        changed(without);
        if (remove.member().equals(disk.memberId) && !removedSelf) {
          removedSelf = true;
          process.removed();
        }
      }
      case Payload.Nothing nothing -> {}
      case Payload.Put put -> {}
      case Payload.Attributes attributes -> {}
    }
  }

  private void changed(Voting voting) {
    raft.changed(voting);
    peers.follow();
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
