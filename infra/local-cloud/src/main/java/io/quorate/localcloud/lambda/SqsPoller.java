package io.quorate.localcloud.lambda;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * An SQS event source mapping:
 *
 * <ol>
 *   <li>long-polls the queue, so a message is handed on as soon as it is there;
 *   <li>invokes the function with each batch, several at once up to the source's concurrency;
 *   <li>deletes what succeeded; the rest becomes visible again by the queue's own timeout, and goes
 *       to its dead-letter queue by its own redrive policy.
 * </ol>
 */
public final class SqsPoller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqsPoller.class);
  private static final Duration PAUSE_AFTER_ERROR = Duration.ofMillis(500);
  private static final int LONG_POLL_SECONDS = 20;

  /**
   * The source.
   *
   * @param queueUrl the queue's URL
   * @param queueArn the queue's ARN
   * @param batchSize most messages in one invocation, 1 to 10
   * @param concurrency most invocations at once
   * @param reportsFailures whether the function answers with batchItemFailures
   */
  public record Source(
      String queueUrl, String queueArn, int batchSize, int concurrency, boolean reportsFailures) {}

  private final SqsClient queue;
  private final Source source;
  private final LambdaHost host;
  private final Semaphore slots;
  private final Thread thread;
  private volatile boolean closed;

  /** Starts to poll. */
  public SqsPoller(SqsClient queue, Source source, LambdaHost host) {
    this.queue = queue;
    this.source = source;
    this.host = host;
    this.slots = new Semaphore(source.concurrency());
    this.thread = Thread.ofVirtual().name("sqs-poller").unstarted(this::run);
    thread.start();
  }

  private void run() {
    while (!closed) {
      try {
        slots.acquire();
        boolean handedOn = false;
        try {
          handedOn = poll();
        } finally {
          if (!handedOn) {
            slots.release();
          }
        }
      } catch (InterruptedException e) {
        return;
      } catch (SdkException e) {
        if (!closed) {
          LOG.warn("queue={} poll=failed reason=\"{}\"", source.queueUrl(), e.getMessage());
          LockSupport.parkNanos(PAUSE_AFTER_ERROR.toNanos());
        }
      }
    }
  }

  private boolean poll() {
    List<Message> messages =
        queue
            .receiveMessage(
                request ->
                    request
                        .queueUrl(source.queueUrl())
                        .maxNumberOfMessages(source.batchSize())
                        .waitTimeSeconds(LONG_POLL_SECONDS)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                        .messageAttributeNames("All"))
            .messages();
    if (messages.isEmpty() || closed) {
      return false;
    }
    Thread.ofVirtual().name("sqs-batch").start(() -> deliver(messages));
    return true;
  }

  private void deliver(List<Message> messages) {
    try {
      byte[] event = SqsEventJson.write(messages, source.queueArn(), host.settings().region());
      InvocationResult result = host.invoke(event).join();
      List<Message> done = done(messages, result);
      LOG.info(
          "queue={} batch={} outcome={} done={}",
          source.queueUrl(),
          messages.size(),
          result.outcome(),
          done.size());
      delete(done);
    } catch (SdkException e) {
      LOG.warn("queue={} delete=failed reason=\"{}\"", source.queueUrl(), e.getMessage());
    } finally {
      slots.release();
    }
  }

  private List<Message> done(List<Message> messages, InvocationResult result) {
    if (!result.succeeded()) {
      return List.of();
    }
    if (!source.reportsFailures()) {
      return messages;
    }
    Optional<List<String>> failed = BatchFailures.read(result.payload());
    List<String> ids = messages.stream().map(Message::messageId).toList();
    if (failed.isEmpty() || !ids.containsAll(failed.get())) {
      return List.of();
    }
    return messages.stream()
        .filter(message -> !failed.get().contains(message.messageId()))
        .toList();
  }

  private void delete(List<Message> done) {
    if (done.isEmpty()) {
      return;
    }
    List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>();
    for (Message message : done) {
      entries.add(
          DeleteMessageBatchRequestEntry.builder()
              .id("m" + entries.size())
              .receiptHandle(message.receiptHandle())
              .build());
    }
    queue.deleteMessageBatch(r -> r.queueUrl(source.queueUrl()).entries(entries));
  }

  /** Stops polling; invocations under way go on. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
