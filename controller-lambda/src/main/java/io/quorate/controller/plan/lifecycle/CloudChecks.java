package io.quorate.controller.plan.lifecycle;

import io.quorate.state.UnansweredCall;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The condition about AWS itself. */
public final class CloudChecks {
  /** A call that fails once is made again by the next turn. */
  static final Duration TOLD_AFTER = Duration.ofMinutes(1);

  private static final int NAMED = 5;

  private CloudChecks() {}

  /** Which calls are not answered, since when, and what that means. */
  public static Optional<String> unanswered(Map<String, UnansweredCall> calls, Instant now) {
    List<String> lasting =
        new TreeMap<>(calls)
            .entrySet().stream()
                .filter(call -> call.getValue().lasts(TOLD_AFTER, now))
                .map(call -> call.getKey() + " (" + words(call.getValue()) + ")")
                .toList();
    return lasting.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "AWS does not answer as it should: "
                + String.join(", ", lasting.subList(0, Math.min(NAMED, lasting.size())))
                + (lasting.size() > NAMED ? " and " + (lasting.size() - NAMED) + " others" : "")
                + ". Members serve on. No instance is terminated and no member removed on what"
                + " is unknown: what needs these answers waits, the rest goes on, and each turn asks"
                + " again. Look at AWS's health, at the account's request limits and at the"
                + " controller's rights; see docs/operations.md, CLOUD_UNANSWERED");
  }

  private static String words(UnansweredCall call) {
    return call.why() + ", since " + call.since().truncatedTo(ChronoUnit.SECONDS);
  }
}
