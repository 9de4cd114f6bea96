package io.quorate.controller.view;

import java.time.Instant;

/**
 * A launch that Auto Scaling gave up.
 *
 * @param at when it began
 * @param why Auto Scaling's own words, at most 500 characters
 */
public record FailedLaunch(Instant at, String why) {
  private static final int MOST = 500;

  public FailedLaunch {
    why = why.length() <= MOST ? why : why.substring(0, MOST) + "…";
  }
}
