package io.quorate.controller.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Describes several auto-scaling groups and their instances with few calls. */
@FunctionalInterface
public interface BulkDescriber {
  /** Describes them; what was not answered is told in the answer. */
  BulkAnswer describe(List<String> groups, Terms terms);

  /**
   * How much may be asked besides.
   *
   * @param hooksEvery how often the lifecycle hooks of one group are asked for, in whole minutes;
   *     each call is about one group only
   * @param mayAsk whether one more call about one group may be made now
   */
  record Terms(Duration hooksEvery, BooleanSupplier mayAsk) {
    /**
     * Whether it is this group's minute: the groups of a large fleet are spread over the time
     * between two, whichever environments describe them.
     */
    public boolean due(String group, Instant now) {
      long every = Math.max(1, hooksEvery.toMinutes());
      return Math.floorMod(now.getEpochSecond() / 60, every)
          == Math.floorMod(group.hashCode(), every);
    }
  }
}
