package io.quorate.dynamodb;

import io.quorate.store.StoreUnavailableException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Repeats what only collided with another transaction, a few times; all else is unavailability. */
final class ConflictRetry {
  private static final int MOST = 5;
  private static final long FIRST_PAUSE_MILLIS = 20;

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
        pause(attempt);
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

  private static void pause(int attempt) {
    long most = FIRST_PAUSE_MILLIS << attempt;
    long millis = ThreadLocalRandom.current().nextLong(most / 2, most);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
