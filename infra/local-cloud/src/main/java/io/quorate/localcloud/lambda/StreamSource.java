package io.quorate.localcloud.lambda;

import io.quorate.localcloud.events.EventPattern;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A DynamoDB stream as an event source.
 *
 * @param streamArn the stream's ARN
 * @param batchSize most records in one invocation
 * @param idlePoll pause after an empty read; 250 ms in AWS
 * @param fromStart whether to begin at the oldest record (TRIM_HORIZON) instead of new ones
 *     (LATEST)
 * @param filters a record is handed on if any matches; all are without filters
 * @param maxRetries retries of a failing batch; empty for ever
 * @param bisect whether a failing batch is halved
 * @param reportsFailures whether the function answers with batchItemFailures
 * @param retryPause first pause before a retry, doubled up to ten seconds
 * @param onFailure gets the JSON that describes a batch that was given up
 */
public record StreamSource(
    String streamArn,
    int batchSize,
    Duration idlePoll,
    boolean fromStart,
    List<EventPattern> filters,
    OptionalInt maxRetries,
    boolean bisect,
    boolean reportsFailures,
    Duration retryPause,
    Consumer<String> onFailure) {
  /** AWS's defaults, with filters: new records, batches of 100, retried for ever. */
  public static StreamSource of(String streamArn, EventPattern... filters) {
    return new StreamSource(
        streamArn,
        100,
        Duration.ofMillis(250),
        false,
        List.of(filters),
        OptionalInt.empty(),
        false,
        true,
        Duration.ofMillis(200),
        description -> {});
  }

  /** The same, giving a failing batch up after some retries, halving it or not. */
  public StreamSource givingUpAfter(int retries, boolean halving, Consumer<String> destination) {
    return new StreamSource(
        streamArn,
        batchSize,
        idlePoll,
        fromStart,
        filters,
        OptionalInt.of(retries),
        halving,
        reportsFailures,
        retryPause,
        destination);
  }

  /** The same with another size of batches. */
  public StreamSource inBatchesOf(int records) {
    return new StreamSource(
        streamArn,
        records,
        idlePoll,
        fromStart,
        filters,
        maxRetries,
        bisect,
        reportsFailures,
        retryPause,
        onFailure);
  }

  /** The same from the oldest record on. */
  public StreamSource fromOldest() {
    return new StreamSource(
        streamArn,
        batchSize,
        idlePoll,
        true,
        filters,
        maxRetries,
        bisect,
        reportsFailures,
        retryPause,
        onFailure);
  }

  boolean wants(java.util.Map<?, ?> record) {
    return filters.isEmpty() || filters.stream().anyMatch(filter -> filter.matches(record));
  }
}
