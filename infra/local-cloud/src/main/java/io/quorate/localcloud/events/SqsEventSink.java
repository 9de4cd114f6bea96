package io.quorate.localcloud.events;

import software.amazon.awssdk.services.sqs.SqsClient;

/** Sends events to a queue, each as the body of one message, as EventBridge's SQS target does. */
public final class SqsEventSink implements EventSink {
  private final SqsClient queue;
  private final String queueUrl;

  /** A sink for the queue with this URL. */
  public SqsEventSink(SqsClient queue, String queueUrl) {
    this.queue = queue;
    this.queueUrl = queueUrl;
  }

  @Override
  public void accept(CloudEvent event) {
    queue.sendMessage(request -> request.queueUrl(queueUrl).messageBody(event.toJson()));
  }
}
