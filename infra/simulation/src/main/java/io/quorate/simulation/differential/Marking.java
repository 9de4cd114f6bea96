package io.quorate.simulation.differential;

import io.quorate.model.MemberId;
import io.quorate.simulation.etcd.MemberSnapshot;
import io.quorate.simulation.etcd.ModelProcess;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Notes what operations were instances of. It looks at the model, once both sides were seen to be
 * the same.
 */
final class Marking {
  private static final String WRITTEN = "ok rev ";
  private final ModelSide model;
  private final Map<String, Long> acknowledged = new HashMap<>();
  private Map<Integer, MemberId> startedVoters = Map.of();
  private Set<Integer> ran = Set.of();
  private boolean fromDisk;

  Marking(ModelSide model) {
    this.model = model;
  }

  private List<MemberSnapshot> views() {
    return IntStream.range(0, Place.COUNT)
        .mapToObj(model.seen()::view)
        .flatMap(Optional::stream)
        .toList();
  }

  /** Before an operation. */
  void before(Op op) {
    Map<Integer, MemberId> voters = new HashMap<>();
    views().stream()
        .flatMap(v -> v.members().stream())
        .filter(m -> m.started() && !m.learner())
        .forEach(m -> voters.put(Place.of(m.peerUrl()), m.id()));
    startedVoters = voters;
    ran = running();
    fromDisk = model.directories().of(op.on()).summary().isPresent();
  }

  private Set<Integer> running() {
    return Set.copyOf(IntStream.range(0, Place.COUNT).filter(p -> runs(p)).boxed().toList());
  }

  private boolean runs(int place) {
    return model.seen().process(place).filter(p -> p.exited().isEmpty()).isPresent();
  }

  /** After it, with the real outcome. */
  DoneOp after(Op op, String outcome) {
    Set<Mark> marks = EnumSet.noneOf(Mark.class);
    boolean oldId =
        model.seen().view(op.on()).map(MemberSnapshot::member).filter(isOf(op.on())).isPresent();
    boolean ok = outcome.startsWith("ok");
    boolean runs = runs(op.on());
    switch (op.kind()) {
      case WIPE_JOIN -> {
        mark(marks, Mark.AMNESIAC, oldId || (startedVoters.containsKey(op.on()) && panicked(op)));
        mark(marks, Mark.JOINED, runs && !oldId);
      }
      case WIPE_NEW -> mark(marks, Mark.AMNESIAC, oldId);
      case ROLL_BACK -> mark(marks, Mark.ROLLED_BACK, oldId && fromDisk);
      case START ->
          mark(marks, fromDisk ? Mark.RESTARTED : Mark.JOINED, !ran.contains(op.on()) && runs);
      case FORCE -> mark(marks, Mark.FORCED, fromDisk && runs);
      case RESTORE -> mark(marks, Mark.RESTORED, outcome.equals(SideActions.SAVED));
      case CUT -> mark(marks, Mark.PARTITIONED, ran.contains(op.on()) && ran.size() > 1);
      case FREEZE -> mark(marks, Mark.FROZEN, ran.contains(op.on()));
      case PROMOTE -> mark(marks, Mark.PROMOTED, ok);
      case REMOVE -> mark(marks, Mark.REMOVED, ok);
      case PUT, PUTS, READ, STALE, MEMBERS, ADD, ADD_VOTER, MOVE -> {}
      case KILL, TERM, WIPE_ALONE, THAW, MEND, SETTLE, COPY -> {}
    }
    mark(marks, Mark.CALLED_WHILE_CUT, op.isCall() && anyCut());
    mark(marks, Mark.REFUSED, outcome.startsWith("refused"));
    mark(marks, Mark.UNANSWERED, outcome.equals(Normal.UNKNOWN));
    mark(marks, Mark.WRITES_LOST, losesWrites(op, outcome));
    state(marks, op);
    return new DoneOp(op, outcome, marks);
  }

  private void state(Set<Mark> marks, Op op) {
    List<MemberSnapshot> views = views();
    mark(
        marks,
        Mark.TWO_CLUSTERS,
        views.stream().map(MemberSnapshot::cluster).distinct().count() > 1);
    mark(
        marks,
        Mark.NO_QUORUM,
        !views.isEmpty() && views.stream().allMatch(v -> v.leader().isEmpty()));
    boolean killed = op.kind() == Op.Kind.KILL || op.kind() == Op.Kind.TERM;
    boolean ended = ran.stream().anyMatch(p -> !runs(p) && !(killed && p == op.on()));
    boolean all = op.kind() == Op.Kind.RESTORE || op.kind() == Op.Kind.FORCE;
    mark(
        marks,
        Mark.ENDED,
        !all && op.kind() != Op.Kind.COPY && (ended || (op.starts() && !runs(op.on()))));
    mark(marks, Mark.PANICKED, op.starts() && panicked(op));
  }

  private static void mark(Set<Mark> marks, Mark mark, boolean seen) {
    if (seen) {
      marks.add(mark);
    }
  }

  private Predicate<MemberId> isOf(int place) {
    return id -> id.equals(startedVoters.get(place));
  }

  private boolean panicked(Op op) {
    return model
        .seen()
        .process(op.on())
        .flatMap(ModelProcess::exited)
        .filter(e -> e.code() == 2)
        .isPresent();
  }

  private boolean anyCut() {
    return IntStream.range(0, Place.COUNT).anyMatch(model::isCut);
  }

  /** Whether a leader with a quorum now has less than a member of its cluster acknowledged. */
  private boolean losesWrites(Op op, String outcome) {
    if (outcome.startsWith(WRITTEN)) {
      model
          .seen()
          .view(op.at())
          .ifPresent(
              v ->
                  acknowledged.merge(
                      v.cluster().toString(),
                      Long.parseLong(outcome.substring(WRITTEN.length())),
                      Math::max));
    }
    boolean lost = false;
    for (MemberSnapshot view : views()) {
      String cluster = view.cluster().toString();
      if (view.leads() && view.revision() < acknowledged.getOrDefault(cluster, 0L)) {
        acknowledged.put(cluster, view.revision());
        lost = true;
      }
    }
    return lost;
  }
}
