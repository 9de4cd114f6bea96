package io.quorate.agent.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Counts the moments at which an agent may crash, names them, and lets it crash at some. */
public final class Fuse {
  private final Set<Integer> armed;
  private final List<Moment> moments = new ArrayList<>();
  private String step = "";
  private Optional<Supplier<String>> namer = Optional.empty();

  /** Crashes at the moments of these numbers. */
  public Fuse(Set<Integer> armed) {
    this.armed = new TreeSet<>(armed);
  }

  /** Where a crash falls, seen from a step. */
  public enum Point {
    /** Before the step, or one of its effects. */
    BEFORE,
    /** After an effect, before it is journalled. */
    AFTER_EFFECT,
    /** After a save of the journal. */
    AFTER_JOURNAL
  }

  /** A moment of a run. */
  public record Moment(String step, Point point) {}

  /** The agent is gone at this very line; without its stack, for there are many thousands. */
  public static final class Crash extends Error {
    private static final long serialVersionUID = 1;

    Crash(Moment moment) {
      super("crash at " + moment, null, false, false);
    }
  }

  /** From now on, what happens belongs to this step. */
  void enter(String name) {
    if (!name.equals(step)) {
      step = name;
      reach(Point.BEFORE);
    }
  }

  /** The same, unless steps are named by something else. */
  void enterNamed(String name) {
    if (namer.isEmpty()) {
      enter(name);
    }
  }

  /** From now on, what happens belongs to the step that this names. */
  void namedBy(Supplier<String> steps) {
    namer = Optional.of(steps);
  }

  /** Something is about to happen. */
  void look() {
    namer.ifPresent(steps -> enter(steps.get()));
  }

  /** A moment passes, or is the last one. */
  void reach(Point point) {
    Moment moment = new Moment(step, point);
    int number = moments.size();
    moments.add(moment);
    if (armed.remove(number)) {
      throw new Crash(moment);
    }
  }

  /** All moments so far, in order; a moment's number is its place. */
  public List<Moment> moments() {
    return List.copyOf(moments);
  }

  /** Whether every crash that was asked for has happened. */
  public boolean burnt() {
    return armed.isEmpty();
  }
}
