package io.quorate.etcdmodel.differential;

import io.quorate.etcdmodel.MemberSnapshot;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What real etcd itself leaves to chance: the same operations, done twice, may end either way. Each
 * of these ends a history as undecided, with its reason, and counts for nothing.
 */
final class KnownDivergence {
  private static final String PANIC = Normal.exit(2);
  private static final String KILLED = Normal.exit(137);
  private static final String VERSION = "incompatible with current running cluster";
  private static final String NO_VOTER_LEFT = "removed all voters";
  private static final long SHORT_LOG = 30;
  private static final long LONG_MILLIS = 6_000;

  private final RealSide real;
  private final ModelSide model;
  private long disturbedFrom;
  private long disturbedUntil;

  KnownDivergence(RealSide real, ModelSide model) {
    this.real = real;
    this.model = model;
  }

  /** Something changed who is connected with whom, and both sides were seen to follow. */
  void disturbed(long from, long until) {
    disturbedFrom = from;
    disturbedUntil = until;
  }

  /**
   * Whether a call's health check is up to when exactly the connections came to be: etcd counts a
   * peer once it is connected for five seconds, and here it matters whether some are.
   */
  boolean atTheThreshold(Op op) {
    Optional<MemberSnapshot> asked = model.seen().view(op.at());
    return switch (op.kind()) {
      case ADD, ADD_VOTER -> asked.filter(v -> voters(v) > 1 && unsure(v, quorum(v))).isPresent();
      case REMOVE -> asked.filter(v -> unsure(v, quorum(v))).isPresent();
      default -> false;
    };
  }

  private static long voters(MemberSnapshot view) {
    return view.members().stream().filter(m -> !m.learner()).count();
  }

  private static long quorum(MemberSnapshot view) {
    return (voters(view) + 1) / 2 + 1;
  }

  /** Whether those connected are enough, but those connected for long are not. */
  private boolean unsure(MemberSnapshot view, long needed) {
    return connected(view, 0) >= needed && connected(view, LONG_MILLIS) < needed;
  }

  private long connected(MemberSnapshot view, long atLeastMillis) {
    return 1
        + view.members().stream()
            .filter(m -> !m.learner())
            .map(m -> view.activePeers().get(m.id()))
            .filter(since -> since != null && surelyFor(since) >= atLeastMillis)
            .count();
  }

  /** Real etcd connects when it gets to it: some time between a disturbance and its end. */
  private long surelyFor(long since) {
    return model.world().now() - (since < disturbedFrom ? disturbedFrom : disturbedUntil);
  }

  /** What it means that two outcomes are not the same. */
  OpVerdict judge(Op op, OutcomePair outcomes) {
    if (outcomes.unclear()) {
      return new OpVerdict.Undecided("no clear answer to " + op.kind());
    }
    if (outcomes.toString().contains("in sync with leader") && shortLog(op)) {
      // Elections and repeated announcements make one log an entry or two longer than the other.
      return new OpVerdict.Undecided("whether a learner has nine tenths of a short log");
    }
    SortedMap<String, Long> before = real.seen().terms();
    real.seen().leaders();
    // An etcd that gets no processor for an election timeout is voted down, in the middle of calls.
    return op.kind() != Op.Kind.MOVE && !before.equals(real.seen().terms())
        ? new OpVerdict.Undecided("an election came during " + op.kind())
        : new OpVerdict.Different(op + ": real " + outcomes.real() + ", model " + outcomes.model());
  }

  private boolean shortLog(Op op) {
    return model.seen().view(op.at()).filter(v -> v.committed() < SHORT_LOG).isPresent();
  }

  /** What is seen differs: whether that is up to chance. */
  OpVerdict judge(Op op, OpVerdict.Different different) {
    SeenState seen = real.seen().look();
    SeenState modelled = model.seen().look();
    if (forgets(op) && panics(seen, op.on()) != panics(modelled, op.on())) {
      // An old leader that heartbeats before it probes kills it; one that probes first does not.
      return new OpVerdict.Undecided("an amnesiac voter panics or stays silent");
    }
    String there = seen.places().getOrDefault(op.on(), "");
    if (op.starts()
        && there.equals(Normal.exit(1))
        && real.directories().lastWords(op.on()).contains(VERSION)) {
      // Its cluster's leader was lost before it came to decide: up to four seconds after the start.
      return new OpVerdict.Undecided("a joiner came before its cluster had decided its version");
    }
    if (op.kind() == Op.Kind.START
        && PANIC.equals(modelled.places().get(op.on()))
        && real.directories().said(op.on(), NO_VOTER_LEFT)) {
      // A forced learner panics as it applies that it is alone: perhaps before its log says so.
      return new OpVerdict.Undecided("whether a forced learner's end was saved before it panicked");
    }
    if (op.kind() == Op.Kind.TERM
        && there.equals(KILLED)
        && seen.places().containsValue("frozen")) {
      // A leader asks everyone's version every four seconds, without a time-out, and ends only
      // then.
      return new OpVerdict.Undecided(
          "a leader does not end while it asks a frozen member's version");
    }
    boolean onlyHowTheRemovedEnded =
        seen.differing(modelled).stream()
            .allMatch(p -> model.seen().endedRemoved(p) && seen.ended(p));
    // A status call in the second before its stop makes it panic; so early a stop exits with 1.
    return onlyHowTheRemovedEnded
        ? new OpVerdict.Undecided("a removed member's exit: asked in its last second, or not")
        : different;
  }

  private static boolean forgets(Op op) {
    return op.kind() == Op.Kind.WIPE_JOIN
        || op.kind() == Op.Kind.WIPE_NEW
        || op.kind() == Op.Kind.ROLL_BACK;
  }

  private static boolean panics(SeenState seen, int place) {
    return PANIC.equals(seen.places().getOrDefault(place, ""));
  }
}
