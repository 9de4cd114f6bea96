package io.quorate.state;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * That the controller is to change nothing.
 *
 * @param since when it was asked for, by the clock of who asked
 * @param by who asked
 * @param reason why, in the words of who asked
 */
public record Pause(Instant since, String by, String reason) {
  /** The reason of a pause that a spec asks for. */
  public static final String OF_SPEC = "the spec says paused: true";

  /** As people read it. */
  public String words() {
    return "since " + since.truncatedTo(ChronoUnit.SECONDS) + " by " + by + ": " + reason;
  }
}
