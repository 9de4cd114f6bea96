package io.quorate.deployment.tour;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** One thing that the tour does to a cluster, and what has to come of it. */
interface TourStep {
  /** What is done, in a few words; a column of the table. */
  String name();

  /**
   * Does it.
   *
   * @return what has to come of it
   */
  Expectation act(LiveCluster cluster) throws IOException, InterruptedException;

  /** Why it is not made here; empty where it is. */
  default Optional<String> skipped() {
    return Optional.empty();
  }

  /**
   * What has to come of a step.
   *
   * @param detected whether the records show what was broken; empty where nothing was
   * @param mended whether what was broken is whole again; the cluster has to be healthy beside it
   * @param more how many members more than at the start it has then, or less
   * @param since when it was broken, by {@code System.nanoTime()}; empty for since the step began
   * @param remedy what an operator does once it is detected; empty where it mends by itself
   */
  record Expectation(
      Optional<Check> detected,
      Check mended,
      int more,
      OptionalLong since,
      Optional<Remedy> remedy) {
    /** For steps that break nothing. */
    static final Expectation NOTHING_BROKEN = new Expectation(Optional.empty(), () -> true, 0);

    Expectation(Optional<Check> detected, Check mended, int more) {
      this(detected, mended, more, OptionalLong.empty(), Optional.empty());
    }

    Expectation(Check detected, Check mended) {
      this(Optional.of(detected), mended, 0);
    }

    /** The same, measured from this moment on: all before was preparation. */
    Expectation since(long nanoTime) {
      return new Expectation(detected, mended, more, OptionalLong.of(nanoTime), remedy);
    }

    /** The same, with what an operator does once it is detected. */
    Expectation remedied(Remedy by) {
      return new Expectation(detected, mended, more, since, Optional.of(by));
    }

    /** For steps after which the cluster has so many members more than at the start, or less. */
    static Expectation resized(int more) {
      return new Expectation(Optional.empty(), () -> true, more);
    }
  }

  /** Something that comes to hold. */
  interface Check {
    /** Whether it holds now. */
    boolean holds() throws IOException, InterruptedException;
  }

  /** What an operator does about what was detected. */
  interface Remedy {
    /** Does it, and waits until it is done. */
    void apply() throws IOException, InterruptedException;
  }

  /** A step by its parts. */
  static TourStep of(String name, Action action) {
    return new TourStep() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Expectation act(LiveCluster cluster) throws IOException, InterruptedException {
        return action.act(cluster);
      }
    };
  }

  /** A step that is not made, and why. */
  static TourStep skipped(String name, String because) {
    return new TourStep() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Expectation act(LiveCluster cluster) {
        throw new IllegalStateException(name + " is skipped, because " + because);
      }

      @Override
      public Optional<String> skipped() {
        return Optional.of(because);
      }
    };
  }

  /** What a step does. */
  interface Action {
    /** Does it, and says what has to come of it. */
    Expectation act(LiveCluster cluster) throws IOException, InterruptedException;
  }
}
