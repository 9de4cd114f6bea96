package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** What the controller's event source rests on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SqsContract {
  private ClosableCloud cloud;
  private QuorateResources resources;
  private SqsClient sqs;

  /** Starts what is to be tried, empty. */
  abstract ClosableCloud startCloud() throws IOException;

  @BeforeAll
  void start() throws IOException {
    cloud = startCloud();
    resources = QuorateResources.createOn(cloud);
    sqs = AwsClients.of(cloud, "poller").sqs();
  }

  @AfterAll
  void stop() throws IOException {
    sqs.close();
    cloud.close();
  }

  @Test
  void aQueuesUrlNamesTheGateway() {
    assertThat(resources.queueUrl()).startsWith(cloud.endpoint() + "/").endsWith("/quorate-events");
    assertThat(resources.queueArn()).isEqualTo("arn:aws:sqs:us-east-1:000000000000:quorate-events");
    assertThat(sqs.getQueueUrl(q -> q.queueName("quorate-events")).queueUrl())
        .isEqualTo(resources.queueUrl());
  }

  @Test
  void aMessageIsHiddenWhenReceivedShownWhenReleasedAndGoneWhenDeleted() {
    String url = queue("hidden");
    sqs.sendMessage(s -> s.queueUrl(url).messageBody("{\"a\":\"<ü>\"}"));
    Message first = receive(url).get(0);
    assertThat(first.body()).isEqualTo("{\"a\":\"<ü>\"}");
    assertThat(receive(url)).isEmpty();
    sqs.changeMessageVisibility(
        c -> c.queueUrl(url).receiptHandle(first.receiptHandle()).visibilityTimeout(0));
    Message second = receive(url).get(0);
    assertThat(second.attributes())
        .containsEntry(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, "2");
    sqs.deleteMessage(d -> d.queueUrl(url).receiptHandle(second.receiptHandle()));
    assertThat(
            sqs.getQueueAttributes(
                    q ->
                        q.queueUrl(url)
                            .attributeNames(
                                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
                                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE))
                .attributes())
        .containsEntry(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, "0")
        .containsEntry(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE, "0");
  }

  @Test
  void aMessageThatFailsTooOftenGoesToTheDeadLetters() {
    String url = resources.queueUrl();
    sqs.sendMessage(s -> s.queueUrl(url).messageBody("poison"));
    for (int i = 0; i < QuorateResources.MAX_RECEIVES; i++) {
      Message message = receive(url).get(0);
      sqs.changeMessageVisibility(
          c -> c.queueUrl(url).receiptHandle(message.receiptHandle()).visibilityTimeout(0));
    }
    assertThat(receive(url)).isEmpty();
    assertThat(receive(resources.deadLetterQueueUrl()))
        .extracting(Message::body)
        .containsExactly("poison");
  }

  @Test
  void aLongPollReturnsAsSoonAsAMessageComes() throws Exception {
    String url = queue("polled");
    Thread sender =
        Thread.ofVirtual()
            .unstarted(() -> sqs.sendMessage(s -> s.queueUrl(url).messageBody("late")));
    sender.start();
    List<Message> got = sqs.receiveMessage(r -> r.queueUrl(url).waitTimeSeconds(20)).messages();
    sender.join();
    assertThat(got).extracting(Message::body).containsExactly("late");
  }

  @Test
  void aBatchIsSentAndDeletedAsOne() {
    String url = queue("batch");
    sqs.sendMessageBatch(b -> b.queueUrl(url).entries(entry("1", "one"), entry("2", "two")));
    List<Message> got = sqs.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(10)).messages();
    assertThat(got).extracting(Message::body).containsExactlyInAnyOrder("one", "two");
  }

  private static SendMessageBatchRequestEntry entry(String id, String body) {
    return SendMessageBatchRequestEntry.builder().id(id).messageBody(body).build();
  }

  private String queue(String name) {
    return sqs.createQueue(q -> q.queueName(name)).queueUrl();
  }

  private List<Message> receive(String url) {
    return sqs.receiveMessage(
            r ->
                r.queueUrl(url)
                    .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                    .visibilityTimeout(60))
        .messages();
  }
}
