package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * One member's raft, as etcd 3.5 runs it: pre-vote, leader lease against votes (check-quorum),
 * ReadIndex. Follows etcd's raft/raft.go; elapsed ticks are deadlines in virtual milliseconds here.
 */
final class Raft {
  enum Role {
    FOLLOWER,
    PRE_CANDIDATE,
    CANDIDATE,
    LEADER
  }

  /** A confirmed read: everything up to the index must be applied before it is answered. */
  record ReadState(long context, long index) {}

  final MemberId id;
  final EtcdDisk disk;
  final Timing timing;
  final List<Message> outbox = new ArrayList<>();
  final List<ReadState> reads = new ArrayList<>();
  final LeaderStep leading = new LeaderStep(this);
  final Election election;
  private final FollowerStep following = new FollowerStep(this);
  Role role = Role.FOLLOWER;
  Optional<MemberId> lead = Optional.empty();
  RaftConfig voting;
  long committed;
  long applied;
  private boolean dirty;
  private Optional<RaftSnapshot> restored = Optional.empty();

  Raft(EtcdDisk disk, Timing timing, Random random, long now) {
    this.id = disk.memberId;
    this.disk = disk;
    this.timing = timing;
    this.voting = disk.log.base().voting();
    this.committed = Math.max(disk.savedCommit, disk.log.base().index());
    this.applied = disk.log.base().index();
    if (committed > disk.log.lastIndex()) {
      throw new RaftPanic(
          "%s state.commit %d is out of range [%d, %d]"
              .formatted(id, committed, applied, disk.log.lastIndex()));
    }
    this.election = new Election(this, random);
    election.reset(now);
  }

  long term() {
    return disk.term;
  }

  boolean leads() {
    return role == Role.LEADER;
  }

  boolean promotable() {
    return voting.voters().contains(id);
  }

  /**
   * When something is due. One that cannot be elected waits for nothing, and the lease of a leader
   * it once heard runs out all the same.
   */
  long due() {
    if (leads()) {
      return leading.due();
    }
    return promotable() ? election.due() : Long.MAX_VALUE;
  }

  /** Lets time act. */
  void tick(long now) {
    if (leads()) {
      leading.tick(now);
    } else if (promotable()) {
      election.tick(now);
    }
  }

  /** Time stood still for this process. */
  void shift(long by) {
    election.shift(by);
    leading.shift(by);
  }

  boolean inLease(long now) {
    return lead.isPresent() && (leads() || election.leased(now));
  }

  /** Begins a term, or the same one anew, without a leader. */
  void beginTerm(long term, long now) {
    if (disk.term != term) {
      disk.term = term;
      disk.vote = Optional.empty();
      dirty = true;
    }
    lead = Optional.empty();
    leading.reset(now);
    election.reset(now);
  }

  void becomeFollower(long term, Optional<MemberId> leader, long now) {
    beginTerm(term, now);
    role = Role.FOLLOWER;
    lead = leader;
  }

  /** Takes a message. */
  void step(Message message, long now) {
    following.step(message, now);
  }

  void send(Message message) {
    outbox.add(message.term() == 0 && hasTerm(message) ? message.term(disk.term) : message);
  }

  private static boolean hasTerm(Message message) {
    return switch (message.kind()) {
      case PROPOSE, READ_INDEX, TRANSFER -> false;
      case APPEND,
          APPEND_REPLY,
          HEARTBEAT,
          HEARTBEAT_REPLY,
          VOTE,
          VOTE_REPLY,
          PRE_VOTE,
          PRE_VOTE_REPLY,
          SNAPSHOT,
          TIMEOUT_NOW,
          READ_INDEX_REPLY ->
          true;
    };
  }

  void saved() {
    dirty = true;
  }

  /**
   * What etcd does before it sends: entries, term, vote, and with them the commit index, go out.
   */
  void save() {
    if (dirty) {
      disk.savedCommit = committed;
      dirty = false;
    }
  }

  void commitTo(long index) {
    if (index > committed) {
      if (index > disk.log.lastIndex()) {
        throw new RaftPanic(
            "tocommit(%d) is out of range [lastIndex(%d)]. Was the raft log corrupted, truncated,"
                    .formatted(index, disk.log.lastIndex())
                + " or lost?");
      }
      committed = index;
    }
  }

  /** A snapshot took the place of log and configuration. */
  void restored(RaftSnapshot snapshot) {
    committed = snapshot.index();
    applied = snapshot.index();
    voting = snapshot.voting();
    restored = Optional.of(snapshot);
  }

  /** The snapshot that replaced the state since this was last asked. */
  Optional<RaftSnapshot> takeRestored() {
    Optional<RaftSnapshot> taken = restored;
    restored = Optional.empty();
    return taken;
  }

  /** The next committed entry that is not applied, which counts as applied from now on. */
  Optional<Entry> nextCommitted() {
    return applied < committed ? Optional.of(disk.log.at(++applied)) : Optional.empty();
  }

  /** The configuration changed, as an entry was applied. */
  void changed(RaftConfig now) {
    voting = now;
    if (leads()) {
      leading.changed();
    }
  }
}
