package io.quorate.controller.function;

import io.quorate.controller.events.Handover;
import io.quorate.controller.events.Trigger;
import io.quorate.model.ClusterName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The shares of a large fleet, of which each is one invocation's.
 *
 * <ol>
 *   <li>No invocation shares up to {@link #LEAST} clusters, and no more invocations than may run at
 *       once are begun.
 *   <li>Shares are neighbours by name, in a ring that begins with another cluster each minute:
 *       where even all invocations reach only some, it is not always the same that are left.
 *   <li>Nothing is begun when the next schedule comes, so that rounds never pile up.
 * </ol>
 */
public final class Shares {
  /** Takes all by itself. */
  public static final Shares NONE = new Shares(1, share -> false);

  /** How many invocations of the schedule may run at once, where nothing else is set. */
  public static final int INVOCATIONS = 10;

  /** One invocation takes so many in a few seconds. */
  static final int LEAST = 100;

  /** How long after its schedule a round's turns are begun; the next one comes after a minute. */
  static final Duration ROUND = Duration.ofSeconds(55);

  /** With less time than this nothing is handed on any more. */
  static final Duration WORTH = Duration.ofSeconds(2);

  private static final double GOLDEN = 0.6180339887498949;
  private static final long MINUTE = 60;

  private final int invocations;
  private final Handover handover;

  /** So many invocations at most, which are begun by this. */
  public Shares(int invocations, Handover handover) {
    this.invocations = invocations;
    this.handover = handover;
  }

  /**
   * What became of a fleet.
   *
   * @param own what this invocation takes, in order
   * @param handedOn how many shares others take
   * @param refused how many could not be handed on
   */
  record Parts(List<ClusterName> own, int handedOn, int refused, Instant until) {}

  /** Whether another invocation may take what one does not reach. */
  boolean several() {
    return invocations > 1;
  }

  /** How many invocations a fleet's schedule is at once, of so many at most. */
  static int parts(int fleet, int invocations) {
    return Math.clamp(Math.ceilDiv(fleet, LEAST), 1, Math.max(1, invocations));
  }

  /**
   * Hands all but one share on.
   *
   * @param clusters in the order of their names
   */
  Parts handOut(List<ClusterName> clusters, Instant now) {
    Instant until = now.plus(ROUND);
    List<ClusterName> ring = new ArrayList<>(clusters);
    int parts = parts(ring.size(), invocations);
    if (parts == 1) {
      return new Parts(ring, 0, 0, until);
    }
    Collections.rotate(ring, -first(ring.size(), now));
    List<ClusterName> own = new ArrayList<>();
    int refused = 0;
    for (int part = parts - 1; part >= 0; part--) {
      List<ClusterName> some =
          ring.subList(part * ring.size() / parts, (part + 1) * ring.size() / parts);
      if (part == 0) {
        own.addAll(0, some);
      } else if (!handover.take(share(some, until, ring.size()))) {
        own.addAll(0, some);
        refused++;
      }
    }
    return new Parts(own, parts - 1 - refused, refused, until);
  }

  /** Another position each minute, spread evenly over the minutes. */
  private static int first(int size, Instant now) {
    long minute = Math.floorDiv(now.getEpochSecond(), MINUTE);
    double turns = minute * GOLDEN;
    return (int) ((turns - Math.floor(turns)) * size);
  }

  /** Whether another invocation takes what this one did not reach. */
  boolean handOn(List<ClusterName> left, Instant until, int fleet, Instant now) {
    return several() && now.plus(WORTH).isBefore(until) && handover.take(share(left, until, fleet));
  }

  private static Trigger.Share share(List<ClusterName> some, Instant until, int fleet) {
    return new Trigger.Share(until, some.getFirst(), some.getLast(), fleet);
  }
}
