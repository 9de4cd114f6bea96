package io.quorate.simulation.differential;

import io.quorate.simulation.etcd.EtcdProcess;
import io.quorate.simulation.etcd.MemberView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * One history on both sides at once.
 *
 * <ol>
 *   <li>An operation is done on real etcd, then on the model, whose time is kept at the real one's.
 *   <li>The outcomes must be the same. A call without a clear answer on one side only leaves the
 *       rest undecided: the history ends.
 *   <li>Then both settle until the same is seen on both; the model's leadership is moved to where
 *       the real one is. What is still different after the patience is a difference.
 * </ol>
 */
final class Episode implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 25_000;
  private static final long LOOK_MILLIS = 200;
  private static final String PANIC = Normal.exit(2);
  private static final long SETTLE_MILLIS = 6_500;
  private static final long YOUNG_MILLIS = 3_500;
  private static final long CALM_MILLIS = 6_000;

  /** What came of an operation. */
  sealed interface Verdict {
    /** Both sides are the same. */
    record Same() implements Verdict {}

    /** What happens here is up to timing: not compared any further. */
    record Undecided(String why) implements Verdict {}

    /** The sides differ. */
    record Different(String how) implements Verdict {}
  }

  private final ModelSide model;
  private final RealSide real;
  private final long begun = System.nanoTime();
  private final StringBuilder transcript = new StringBuilder();
  private SortedSet<Integer> listed = new TreeSet<>();
  private int tokens = 1;
  private long disturbedFrom;
  private long disturbedUntil;

  Episode(String network, Path folder, Path tools, long seed) {
    this.model = new ModelSide(network, seed);
    this.real = new RealSide(network, folder, tools);
  }

  ModelSide model() {
    return model;
  }

  String transcript() {
    return transcript.toString();
  }

  private List<Side> sides() {
    return List.of(real, model);
  }

  private long elapsed() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
  }

  private void follow() {
    model.world().advance(Math.max(model.world().now(), elapsed()));
  }

  private String token() {
    return "t" + tokens;
  }

  /** Starts this many members as a new cluster. */
  Verdict begin(int size) {
    for (int i = 0; i < size; i++) {
      listed.add(i);
    }
    transcript.append("  begin ").append(size);
    for (Side side : sides()) {
      listed.forEach(p -> side.start(p, listed, Side.Begin.NEW, token()));
    }
    Verdict verdict = settle(0);
    disturbedUntil = elapsed();
    return verdict;
  }

  /** Does one operation on both and compares. */
  Verdict perform(Op op) {
    follow();
    transcript.append("\n  ").append(op);
    long from = elapsed();
    String outcome = "";
    String modelled = "";
    if (op.isCall()) {
      outcome = real.call(op);
      modelled = model.call(op);
    } else {
      act(op);
    }
    transcript.append(" -> ").append(outcome);
    follow();
    if (!same(outcome, modelled)) {
      transcript.append(" | model: ").append(modelled);
      boolean unclear = nothing(outcome) || nothing(modelled);
      return unclear
          ? new Verdict.Undecided("no clear answer to " + op)
          : new Verdict.Different(op + ": real " + outcome + ", model " + modelled);
    }
    remember();
    Verdict verdict = settle(after(op));
    if (verdict instanceof Verdict.Different && forgets(op) && differOnlyInPanic(op.on())) {
      verdict = new Verdict.Undecided("an amnesiac voter panics or stays silent");
    }
    if (verdict instanceof Verdict.Different && onlyHowTheRemovedEnded()) {
      verdict = new Verdict.Undecided("a removed member's exit: asked in its last second, or not");
    }
    if (!op.isCall() && op.kind() != Op.Kind.SETTLE) {
      disturbedFrom = from;
      disturbedUntil = elapsed();
    }
    return verdict;
  }

  private static boolean forgets(Op op) {
    return op.kind() == Op.Kind.WIPE_JOIN
        || op.kind() == Op.Kind.WIPE_NEW
        || op.kind() == Op.Kind.ROLL_BACK;
  }

  /** A status call in the second before its stop makes it panic; so early a stop exits with 1. */
  private boolean onlyHowTheRemovedEnded() {
    Seen seen = real.look();
    Seen modelled = model.look();
    return seen.places().entrySet().stream()
        .filter(e -> !e.getValue().equals(modelled.places().getOrDefault(e.getKey(), "")))
        .allMatch(e -> model.endedRemoved(e.getKey()) && e.getValue().startsWith("exit"));
  }

  /** Whether a leader still remembers the old log, or asks anew, is up to who led when. */
  private boolean differOnlyInPanic(int place) {
    SortedMap<Integer, String> seen = new TreeMap<>(real.look().places());
    SortedMap<Integer, String> modelled = new TreeMap<>(model.look().places());
    String there = seen.getOrDefault(place, "");
    String here = modelled.getOrDefault(place, "");
    return there.equals(PANIC) != here.equals(PANIC);
  }

  /** Whether a call's health check is up to when exactly the connections came to be. */
  boolean atTheThreshold(Op op) {
    boolean checked =
        op.kind() == Op.Kind.ADD || op.kind() == Op.Kind.ADD_VOTER || op.kind() == Op.Kind.REMOVE;
    boolean young = model.allYoung(op.at()) && elapsed() - disturbedFrom < YOUNG_MILLIS;
    return checked && elapsed() - disturbedUntil < CALM_MILLIS && !young;
  }

  private static boolean same(String a, String b) {
    return a.equals(b) || (nothing(a) && nothing(b));
  }

  private static boolean nothing(String outcome) {
    return outcome.equals(Normal.UNKNOWN) || outcome.equals(Normal.NOT_REACHED);
  }

  private static long after(Op op) {
    return switch (op.kind()) {
      case SETTLE -> SETTLE_MILLIS;
      case REMOVE -> 1_700;
      case KILL, TERM, FREEZE, CUT, THAW, MEND -> 2_200;
      case START, WIPE_JOIN, WIPE_NEW, WIPE_ALONE, RESTORE, FORCE, ROLL_BACK -> 1_500;
      case PUT, PUTS, READ, STALE, MEMBERS, ADD, ADD_VOTER, PROMOTE, MOVE, COPY -> 100;
    };
  }

  private void remember() {
    model
        .leader()
        .flatMap(model::view)
        .map(MemberView::members)
        .ifPresent(members -> listed = new TreeSet<>(Generator.listed(members)));
  }

  private void act(Op op) {
    if (op.starts()) {
      // Whom a process asks before it serves, the relays cannot tell: a start is never cut off.
      sides().forEach(side -> side.cut(op.on(), false));
    }
    switch (op.kind()) {
      case RESTORE -> restore(op);
      case FORCE -> force(op.on());
      case START -> {
        if (model.process(op.on()).filter(p -> p.exited().isEmpty()).isEmpty()) {
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
                    side.copy(op.on());
                  });
      case ROLL_BACK ->
          sides()
              .forEach(
                  side -> {
                    side.kill(op.on());
                    side.rollBack(op.on());
                    side.start(op.on(), with(op.on()), Side.Begin.EXISTING, token());
                  });
      case SETTLE, PUT, PUTS, READ, STALE, MEMBERS, ADD, ADD_VOTER, PROMOTE, REMOVE, MOVE -> {}
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
      side.wipe(place);
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

  private void restore(Op op) {
    boolean saved = real.save(op.at());
    if (saved && model.save(op.at())) {
      killAll();
      tokens++;
      for (Side side : sides()) {
        for (int place = 0; place < Place.COUNT; place++) {
          side.wipe(place);
        }
        side.restore(op.on(), token());
        side.start(op.on(), List.of(op.on()), Side.Begin.NEW, token());
      }
      listed = new TreeSet<>(List.of(op.on()));
    }
  }

  private void force(int place) {
    killAll();
    for (Side side : sides()) {
      side.copy(place);
      side.rollBack(place);
      side.start(place, with(place), Side.Begin.FORCE, token());
    }
    listed = new TreeSet<>(List.of(place));
  }

  private Verdict settle(long atLeast) {
    long from = elapsed();
    rest(Math.max(LOOK_MILLIS, atLeast));
    long end = from + atLeast + PATIENCE_MILLIS;
    Seen seen = real.look();
    Seen modelled = model.look();
    int changes = 0;
    while (elapsed() < end) {
      boolean aligned = real.leaders().stream().allMatch(model::lead);
      follow();
      Seen before = seen;
      seen = real.look();
      modelled = model.look();
      if (aligned && seen.equals(modelled)) {
        return new Verdict.Same();
      }
      boolean late = elapsed() > from + atLeast + PATIENCE_MILLIS / 2;
      changes += late && !before.equals(seen) ? 1 : 0;
      rest(LOOK_MILLIS);
    }
    if (changes > 0 || seen.equals(modelled)) {
      return new Verdict.Undecided("real etcd does not come to rest here");
    }
    transcript.append("\n    real:").append(seen).append("\n    model:").append(modelled);
    return new Verdict.Different("seen");
  }

  private void rest(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    follow();
  }

  /** Whether enough of it lives for another sequence to begin here. */
  boolean healthy() {
    long running =
        listed.stream().filter(p -> model.view(p).isPresent() && !model.isCut(p)).count();
    boolean frozen =
        listed.stream().anyMatch(p -> model.process(p).filter(EtcdProcess::frozen).isPresent());
    return model.leader().isPresent() && !frozen && running * 2 > listed.size();
  }

  /** The operations that lead back to nothing special: everything cut is mended. */
  List<Op> mending() {
    List<Op> ops = new ArrayList<>();
    for (int place = 0; place < Place.COUNT; place++) {
      if (model.isCut(place)) {
        ops.add(new Op(Op.Kind.MEND, 0, place));
      }
      if (model.process(place).filter(EtcdProcess::frozen).isPresent()) {
        ops.add(new Op(Op.Kind.THAW, 0, place));
      }
    }
    return ops;
  }

  @Override
  public void close() {
    real.close();
  }
}
