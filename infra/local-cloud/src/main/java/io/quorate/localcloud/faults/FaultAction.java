package io.quorate.localcloud.faults;

import java.time.Duration;

/** What happens to a request that a rule picks. */
public sealed interface FaultAction {
  /** The service answers with an error, and does nothing. */
  record Fail(int status, String code) implements FaultAction {}

  /** The service answers with its own "slow down", and does nothing. */
  record Throttle() implements FaultAction {}

  /** The request waits before all else, then goes on, to whatever other rule picks it. */
  record Delay(Duration time) implements FaultAction {}

  /** The connection closes, and the request was not carried out. */
  record DropBefore() implements FaultAction {}

  /** The request is carried out and the connection closes: the caller cannot know. */
  record DropAfter() implements FaultAction {}

  /** The request is carried out twice; the caller gets the second answer. */
  record Duplicate() implements FaultAction {}
}
