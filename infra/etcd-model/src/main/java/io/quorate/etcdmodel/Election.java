package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** When a member asks for votes, how it does, and when the votes make it lead. */
final class Election {
  final SortedMap<MemberId, Boolean> votes = new TreeMap<>();
  private final Raft raft;
  private final Random random;
  private long elapsedSince;
  private long electionAfter;

  Election(Raft raft, Random random) {
    this.raft = raft;
    this.random = random;
  }

  /** A term begins, or a leader is heard no more: another timeout is drawn. */
  void reset(long now) {
    votes.clear();
    restart(now);
  }

  private void restart(long now) {
    elapsedSince = now;
    electionAfter =
        raft.timing.electionMillis()
            + raft.timing.heartbeatMillis()
                * random.nextInt(
                    Math.toIntExact(raft.timing.electionMillis() / raft.timing.heartbeatMillis()));
  }

  /** When it asks for votes, unless a leader is heard before. */
  long due() {
    return elapsedSince + electionAfter;
  }

  void tick(long now) {
    if (now >= due()) {
      elapsedSince = now;
      campaign(Raft.Role.PRE_CANDIDATE, false, now);
    }
  }

  void shift(long by) {
    elapsedSince += by;
  }

  /** As etcd does when it starts: most of the first election timeout is skipped. */
  void hasten(long millis) {
    elapsedSince -= millis;
  }

  void heardFromLeader(long now) {
    elapsedSince = now;
  }

  /** Whether a leader was heard within the election timeout: its lease. */
  boolean leased(long now) {
    return now - elapsedSince < raft.timing.electionMillis();
  }

  void campaign(Raft.Role as, boolean transfer, long now) {
    boolean preVote = as == Raft.Role.PRE_CANDIDATE;
    if (preVote) {
      votes.clear();
      raft.lead = Optional.empty();
      raft.role = as;
    } else {
      raft.beginTerm(raft.term() + 1, now);
      raft.disk.vote = Optional.of(raft.id);
      raft.saved();
      raft.role = Raft.Role.CANDIDATE;
    }
    votes.put(raft.id, true);
    if (raft.voting.quorum(m -> votes.getOrDefault(m, false))) {
      won(now);
      return;
    }
    for (MemberId voter : raft.voting.voters()) {
      if (!voter.equals(raft.id)) {
        Message.Kind kind = preVote ? Message.Kind.PRE_VOTE : Message.Kind.VOTE;
        raft.outbox.add(
            Message.of(kind, raft.id, voter)
                .term(preVote ? raft.term() + 1 : raft.term())
                .at(raft.disk.log.lastTerm(), raft.disk.log.lastIndex())
                .context(transfer ? 1 : 0));
      }
    }
  }

  void won(long now) {
    if (raft.role == Raft.Role.PRE_CANDIDATE) {
      campaign(Raft.Role.CANDIDATE, false, now);
      return;
    }
    raft.beginTerm(raft.term(), now);
    raft.lead = Optional.of(raft.id);
    raft.role = Raft.Role.LEADER;
    raft.leading.begin(now);
  }
}
