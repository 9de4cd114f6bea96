package io.quorate.controller.view;

import java.time.Duration;

/**
 * A lifecycle hook of Quorate's that holds an instance.
 *
 * @param hook its name
 * @param transition what it holds
 * @param heartbeat how long it holds after its begin, and after each extension
 * @param atMost how long it holds however often it is extended
 */
public record HookWait(String hook, Transition transition, Duration heartbeat, Duration atMost) {
  /** What a hook holds. */
  public enum Transition {
    /** The way into service. */
    LAUNCH,
    /** The way out of the group. */
    TERMINATION
  }

  /** Whether it holds a termination. */
  public boolean holdsTermination() {
    return transition == Transition.TERMINATION;
  }
}
