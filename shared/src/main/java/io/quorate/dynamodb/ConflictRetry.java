package io.quorate.dynamodb;

import io.quorate.store.StoreUnavailableException;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Repeats what only collided with another transaction, a few times; all else is unavailability. */
final class ConflictRetry {
  private static final int MOST = 5;

  private ConflictRetry() {}

  static <T> T of(String what, Supplier<T> call) {
    for (int attempt = 1; ; attempt++) {
      try {
        return call.get();
      } catch (SdkException e) {
        if (!collided(e) || attempt == MOST) {
          throw new StoreUnavailableException(
              what + " failed after " + attempt + " attempts: " + e.getMessage(), e);
        }
        BackOff.pause(attempt);
      }
    }
  }

  private static boolean collided(SdkException e) {
    return switch (e) {
      case TransactionConflictException conflict -> true;
      case TransactionCanceledException cancelled ->
          cancelled.cancellationReasons().stream()
              .anyMatch(reason -> "TransactionConflict".equals(reason.code()));
      default -> false;
    };
  }
}
