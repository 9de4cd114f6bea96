package io.quorate.localcloud.lambda;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A DynamoDB stream's event source mapping: one thread a shard; reads again at once while records
 * flow, and at the source's idle rate while none do; what no filter matches is skipped.
 */
public final class StreamPoller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamPoller.class);
  private static final Duration DISCOVERY = Duration.ofSeconds(2);
  private static final Duration PAUSE_AFTER_ERROR = Duration.ofMillis(500);

  private final DynamoDbStreamsClient streams;
  private final StreamSource source;
  private final LambdaHost host;
  private final StreamBatches batches;
  private final Set<String> known = new HashSet<>();
  private final PollerThreads threads = new PollerThreads();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Starts to poll; when this returns, records written from now on will be seen. */
  public StreamPoller(DynamoDbStreamsClient streams, StreamSource source, LambdaHost host) {
    this.streams = streams;
    this.source = source;
    this.host = host;
    this.batches = new StreamBatches(source, host, closing);
    discover(source.fromStart() ? ShardIteratorType.TRIM_HORIZON : ShardIteratorType.LATEST);
    threads.start("stream-shards", this::watchShards);
  }

  private void watchShards() throws InterruptedException {
    while (!closing.await(DISCOVERY.toMillis(), MILLISECONDS)) {
      try {
        discover(ShardIteratorType.TRIM_HORIZON);
      } catch (SdkException e) {
        LOG.warn("stream={} discovery=failed reason=\"{}\"", source.streamArn(), e.getMessage());
      }
    }
  }

  private void discover(ShardIteratorType start) {
    for (Shard shard : shards()) {
      if (known.contains(shard.shardId())) {
        continue;
      }
      String iterator = iterator(shard.shardId(), start, null);
      known.add(shard.shardId());
      threads.start("stream-" + shard.shardId(), () -> read(shard.shardId(), iterator));
    }
  }

  private List<Shard> shards() {
    return streams
        .describeStream(r -> r.streamArn(source.streamArn()))
        .streamDescription()
        .shards();
  }

  private String iterator(String shard, ShardIteratorType type, @Nullable String after) {
    return streams
        .getShardIterator(
            request ->
                request
                    .streamArn(source.streamArn())
                    .shardId(shard)
                    .shardIteratorType(type)
                    .sequenceNumber(after))
        .shardIterator();
  }

  private void read(String shard, String first) throws InterruptedException {
    String iterator = first;
    String last = null;
    while (!closed() && iterator != null) {
      try {
        String from = iterator;
        GetRecordsResponse read = streams.getRecords(request -> request.shardIterator(from));
        iterator = read.nextShardIterator();
        if (read.records().isEmpty()) {
          pause(source.idlePoll());
        } else {
          hand(read.records(), shard);
          last = read.records().get(read.records().size() - 1).dynamodb().sequenceNumber();
        }
      } catch (ExpiredIteratorException | TrimmedDataAccessException e) {
        iterator =
            iterator(
                shard,
                last == null
                    ? ShardIteratorType.TRIM_HORIZON
                    : ShardIteratorType.AFTER_SEQUENCE_NUMBER,
                last);
      } catch (SdkException e) {
        if (!closed()) {
          LOG.warn("stream={} read=failed reason=\"{}\"", source.streamArn(), e.getMessage());
        }
        pause(PAUSE_AFTER_ERROR);
      }
    }
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  /** Waits that long, or until this is closed. */
  private void pause(Duration longest) throws InterruptedException {
    if (closing.await(longest.toMillis(), MILLISECONDS)) {
      LOG.debug("stream={} pause=ended reason=closed", source.streamArn());
    }
  }

  private void hand(List<Record> records, String shard) throws InterruptedException {
    String region = host.settings().region();
    List<Map<String, Object>> wanted =
        records.stream()
            .map(record -> StreamEventJson.record(record, source.streamArn(), region))
            .filter(source::wants)
            .toList();
    batches.deliver(wanted, shard);
  }

  /** Stops polling; an invocation under way goes on. */
  @Override
  public void close() {
    closing.countDown();
    threads.close();
  }
}
