package io.quorate.controller.plan.commands;

import io.quorate.command.CommandFailure;
import io.quorate.command.Outcome;
import io.quorate.command.Outcome.Result;
import io.quorate.controller.decision.CatalogueChange;
import io.quorate.state.OpenCommand;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a command.
 *
 * @param outcome how it ended; after a failure in the maintenance lane its word stands first in the
 *     detail
 * @param counts whether it counts as a failure, after which the next one of its kind waits
 * @param catalogue what it changes in the catalogue
 */
public record EndedCommand(Outcome outcome, boolean counts, Optional<CatalogueChange> catalogue) {
  private static final int LONGEST = 400;

  /** As its executor answered. */
  static EndedCommand as(Outcome answer) {
    return new EndedCommand(answer, false, Optional.empty());
  }

  /** Of the maintenance lane: the detail is kept short, for it stands in the status. */
  public static EndedCommand of(
      OpenCommand open,
      Result result,
      String detail,
      boolean counts,
      Optional<CatalogueChange> change) {
    String kept = detail.length() > LONGEST ? detail.substring(0, LONGEST) + "…" : detail;
    return new EndedCommand(
        new Outcome(open.commandId(), 0, open.kind(), result, kept, Map.of()), counts, change);
  }

  /** It was done; with what changes in the catalogue, if anything does. */
  public static EndedCommand done(
      OpenCommand open, String detail, Optional<CatalogueChange> change) {
    return of(open, Result.DONE, detail, false, change);
  }

  /** One of which nothing came. */
  public static EndedCommand failed(OpenCommand open, String detail) {
    return of(open, Result.FAILED, detail, true, Optional.empty());
  }

  /** Why it failed, in words for people. */
  static String words(Outcome outcome) {
    return outcome.values().getOrDefault(CommandFailure.VALUE, CommandFailure.OTHER.name())
        + ": "
        + outcome.detail();
  }
}
