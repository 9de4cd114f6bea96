package io.quorate.localcloud.lambda;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands a shard's records to the function in order, and deals with failures as Lambda does:
 *
 * <ol>
 *   <li>a partial failure goes on from the first record that failed;
 *   <li>a failed batch is halved where the source says so, which uses up no retry;
 *   <li>else it is tried again, with pauses, until its retries are used up;
 *   <li>then it is given up, described to the failure destination, and the next one follows.
 * </ol>
 */
final class StreamBatches {
  private static final Logger LOG = LoggerFactory.getLogger(StreamBatches.class);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private final StreamSource source;
  private final LambdaHost host;
  private final CountDownLatch closing;

  private record Batch(List<Map<String, Object>> records, int attempts) {}

  StreamBatches(StreamSource source, LambdaHost host, CountDownLatch closing) {
    this.source = source;
    this.host = host;
    this.closing = closing;
  }

  void deliver(List<Map<String, Object>> records, String shard) throws InterruptedException {
    Deque<Batch> left = new ArrayDeque<>();
    for (int from = 0; from < records.size(); from += source.batchSize()) {
      int to = Math.min(records.size(), from + source.batchSize());
      left.add(new Batch(records.subList(from, to), 0));
    }
    while (!left.isEmpty() && closing.getCount() > 0) {
      Batch batch = left.removeFirst();
      InvocationResult result = host.invoke(StreamEventJson.write(batch.records())).join();
      int failedAt = firstFailure(batch.records(), result);
      if (failedAt < batch.records().size()) {
        retry(batch, failedAt, result, shard, left);
      }
    }
  }

  /** Index of the first record that failed; the batch's size if none did. */
  private int firstFailure(List<Map<String, Object>> records, InvocationResult result) {
    if (!result.succeeded()) {
      return 0;
    }
    if (!source.reportsFailures()) {
      return records.size();
    }
    Optional<List<String>> failed = BatchFailures.read(result.payload());
    if (failed.isEmpty()) {
      return 0;
    }
    if (failed.get().isEmpty()) {
      return records.size();
    }
    for (int i = 0; i < records.size(); i++) {
      if (failed.get().contains(sequence(records.get(i)))) {
        return i;
      }
    }
    return 0;
  }

  private void retry(
      Batch batch, int failedAt, InvocationResult result, String shard, Deque<Batch> left)
      throws InterruptedException {
    List<Map<String, Object>> rest = batch.records().subList(failedAt, batch.records().size());
    LOG.warn(
        "stream={} outcome={} failed={} attempts={}",
        source.streamArn(),
        result.outcome(),
        rest.size(),
        batch.attempts() + 1);
    if (source.bisect() && rest.size() > 1 && failedAt == 0) {
      int half = rest.size() / 2;
      left.addFirst(new Batch(rest.subList(half, rest.size()), batch.attempts()));
      left.addFirst(new Batch(rest.subList(0, half), batch.attempts()));
      return;
    }
    // Progress starts the count anew.
    int attempts = failedAt > 0 ? 0 : batch.attempts() + 1;
    if (source.maxRetries().isPresent() && attempts > source.maxRetries().getAsInt()) {
      source.onFailure().accept(describe(rest, result, shard, attempts));
      return;
    }
    if (!closedDuringPause(attempts)) {
      left.addFirst(new Batch(rest, attempts));
    }
  }

  private boolean closedDuringPause(int attempts) throws InterruptedException {
    Duration wanted = source.retryPause().multipliedBy(1L << Math.min(attempts, 10));
    Duration pause = wanted.compareTo(LONGEST_PAUSE) < 0 ? wanted : LONGEST_PAUSE;
    return closing.await(pause.toMillis(), MILLISECONDS);
  }

  private static String sequence(Map<String, Object> record) {
    return record.get("dynamodb") instanceof Map<?, ?> change
        ? String.valueOf(change.get("SequenceNumber"))
        : "";
  }

  private String describe(
      List<Map<String, Object>> records, InvocationResult result, String shard, int attempts) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("requestId", result.requestId());
    request.put("functionArn", host.settings().arn(host.function().name()));
    request.put("condition", "RetryAttemptsExhausted");
    request.put("approximateInvokeCount", attempts);
    Map<String, Object> batch = new LinkedHashMap<>();
    batch.put("shardId", shard);
    batch.put("startSequenceNumber", sequence(records.get(0)));
    batch.put("endSequenceNumber", sequence(records.get(records.size() - 1)));
    batch.put("batchSize", records.size());
    batch.put("streamArn", source.streamArn());
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("requestContext", request);
    map.put(
        "responseContext",
        Map.of("statusCode", 200, "executedVersion", "$LATEST", "functionError", "Unhandled"));
    map.put("version", "1.0");
    map.put("DDBStreamBatchInfo", batch);
    try {
      return JSON.std.asString(map);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot describe a failed batch", e);
    }
  }
}
