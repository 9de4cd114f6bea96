package io.quorate.etcdmodel.differential;

import io.quorate.etcdmodel.MemberSnapshot;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Does what is not a call, on both sides alike. */
final class SideActions {
  /** The outcome of a restore that took place. */
  static final String SAVED = "saved";

  private final RealSide real;
  private final ModelSide model;
  private SortedSet<Integer> listed = new TreeSet<>();
  private int tokens = 1;

  SideActions(RealSide real, ModelSide model) {
    this.real = real;
    this.model = model;
  }

  /** The members, as far as a leader was last seen to list them. */
  SortedSet<Integer> listed() {
    return Collections.unmodifiableSortedSet(listed);
  }

  private List<Side> sides() {
    return List.of(real, model);
  }

  private String token() {
    return "t" + tokens;
  }

  void begin(int size) {
    for (int i = 0; i < size; i++) {
      listed.add(i);
    }
    for (Side side : sides()) {
      listed.forEach(p -> side.start(p, listed, Side.Begin.NEW, token()));
    }
  }

  /** Remembers whom the leader lists. */
  void remember() {
    model
        .seen()
        .leader()
        .flatMap(model.seen()::view)
        .map(MemberSnapshot::members)
        .ifPresent(members -> listed = new TreeSet<>(Generator.listed(members)));
  }

  OutcomePair perform(Op op) {
    if (op.isCall()) {
      return new OutcomePair(real.calls().call(op), model.calls().call(op));
    }
    if (op.starts()) {
      // Whom a process asks before it serves, the relays cannot tell: a start is never cut off.
      sides().forEach(side -> side.cut(op.on(), false));
    }
    if (op.kind() == Op.Kind.RESTORE) {
      return restore(op);
    }
    act(op);
    return new OutcomePair("", "");
  }

  private void act(Op op) {
    switch (op.kind()) {
      case FORCE -> force(op.on());
      case START -> {
        if (model.seen().process(op.on()).filter(p -> p.exited().isEmpty()).isEmpty()) {
          sides().forEach(side -> side.start(op.on(), with(op.on()), Side.Begin.EXISTING, token()));
        }
      }
      case WIPE_JOIN -> afresh(op.on(), with(op.on()), Side.Begin.EXISTING);
      case WIPE_NEW -> afresh(op.on(), with(op.on()), Side.Begin.NEW);
      case WIPE_ALONE -> afresh(op.on(), List.of(op.on()), Side.Begin.NEW);
      case KILL -> sides().forEach(side -> side.kill(op.on()));
      case TERM -> sides().forEach(side -> side.terminate(op.on()));
      case FREEZE -> sides().forEach(side -> side.freeze(op.on()));
      case THAW -> sides().forEach(side -> side.thaw(op.on()));
      case CUT -> sides().forEach(side -> side.cut(op.on(), true));
      case MEND -> sides().forEach(side -> side.cut(op.on(), false));
      case COPY ->
          sides()
              .forEach(
                  side -> {
                    side.kill(op.on());
                    side.directories().copy(op.on());
                  });
      case ROLL_BACK ->
          sides()
              .forEach(
                  side -> {
                    side.kill(op.on());
                    side.directories().rollBack(op.on());
                    side.start(op.on(), with(op.on()), Side.Begin.EXISTING, token());
                  });
      default -> {}
    }
  }

  private Collection<Integer> with(int place) {
    SortedSet<Integer> all = new TreeSet<>(listed);
    all.add(place);
    return all;
  }

  private void afresh(int place, Collection<Integer> list, Side.Begin begin) {
    for (Side side : sides()) {
      side.kill(place);
      side.directories().wipe(place);
      side.start(place, list, begin, token());
    }
  }

  private void killAll() {
    for (Side side : sides()) {
      for (int place = 0; place < Place.COUNT; place++) {
        side.kill(place);
        side.cut(place, false);
      }
    }
  }

  private OutcomePair restore(Op op) {
    OutcomePair saved =
        new OutcomePair(
            words(real.directories().save(op.at())), words(model.directories().save(op.at())));
    if (saved.equals(new OutcomePair(SAVED, SAVED))) {
      killAll();
      tokens++;
      for (Side side : sides()) {
        for (int place = 0; place < Place.COUNT; place++) {
          side.directories().wipe(place);
        }
        side.directories().restore(op.on(), token());
        side.start(op.on(), List.of(op.on()), Side.Begin.NEW, token());
      }
      listed = new TreeSet<>(List.of(op.on()));
    }
    return saved;
  }

  private static String words(boolean saved) {
    return saved ? SAVED : "not saved";
  }

  private void force(int place) {
    killAll();
    for (Side side : sides()) {
      side.directories().copy(place);
      side.directories().rollBack(place);
      side.start(place, with(place), Side.Begin.FORCE, token());
    }
    listed = new TreeSet<>(List.of(place));
  }
}
