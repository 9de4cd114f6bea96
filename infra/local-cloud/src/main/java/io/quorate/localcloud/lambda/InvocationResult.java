package io.quorate.localcloud.lambda;

import java.nio.charset.StandardCharsets;

/**
 * An invocation's result.
 *
 * @param requestId its request id
 * @param outcome how it ended
 * @param payload what the handler returned, or AWS's error JSON
 */
public record InvocationResult(String requestId, InvocationOutcome outcome, byte[] payload) {
  /** Whether the handler returned. */
  public boolean succeeded() {
    return outcome == InvocationOutcome.SUCCEEDED;
  }

  /** The payload as text. */
  public String text() {
    return new String(payload, StandardCharsets.UTF_8);
  }
}
