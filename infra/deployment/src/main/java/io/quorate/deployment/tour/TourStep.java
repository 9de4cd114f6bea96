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

  /**
   * What has to come of a step.
   *
   * @param detected whether the records show what was broken; empty where nothing was
   * @param mended whether what was broken is whole again; the cluster has to be healthy beside it
   * @param more how many members more than at the start it has then, or less
   * @param since when it was broken, by {@code System.nanoTime()}; empty for since the step began
   */
  record Expectation(Optional<Check> detected, Check mended, int more, OptionalLong since) {
    /** For steps that break nothing. */
    static final Expectation NOTHING_BROKEN = new Expectation(Optional.empty(), () -> true, 0);

    Expectation(Optional<Check> detected, Check mended, int more) {
      this(detected, mended, more, OptionalLong.empty());
    }

    Expectation(Check detected, Check mended) {
      this(Optional.of(detected), mended, 0);
    }

    /** The same, measured from this moment on: all before was preparation. */
    Expectation since(long nanoTime) {
      return new Expectation(detected, mended, more, OptionalLong.of(nanoTime));
    }

    /** For steps after which the cluster has so many members more than at the start, or less. */
    static Expectation resized(int more) {
      return new Expectation(Optional.empty(), () -> true, more);
    }
  }

  /** Something that comes to hold. */
  interface Check {
    /** Whether it holds now. */
    boolean holds() throws IOException;
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

  /** What a step does. */
  interface Action {
    /** Does it, and says what has to come of it. */
    Expectation act(LiveCluster cluster) throws IOException, InterruptedException;
  }
}
