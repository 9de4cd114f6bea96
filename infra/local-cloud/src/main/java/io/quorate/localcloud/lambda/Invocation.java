package io.quorate.localcloud.lambda;

import java.util.concurrent.CompletableFuture;

/**
 * One event on its way through one environment.
 *
 * @param requestId its request id
 * @param event its payload
 * @param result completed once
 */
record Invocation(String requestId, byte[] event, CompletableFuture<InvocationResult> result) {
  void end(InvocationOutcome outcome, byte[] payload) {
    // On a thread of its own: whoever waits may invoke again, and must not do so under our locks.
    Thread.ofVirtual()
        .start(() -> result.complete(new InvocationResult(requestId, outcome, payload)));
  }
}
