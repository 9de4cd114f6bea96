package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** What Quorate's leases, fences and heartbeats rest on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DynamoDbContract {
  private ClosableCloud cloud;
  private DynamoDbClient db;

  /** Starts what is to be tried, empty. */
  abstract ClosableCloud startCloud() throws IOException;

  @BeforeAll
  void start() throws IOException {
    cloud = startCloud();
    QuorateResources.createOn(cloud);
    db = AwsClients.of(cloud, "operator").dynamoDb();
  }

  @AfterAll
  void stop() throws IOException {
    db.close();
    cloud.close();
  }

  @BeforeEach
  void emptyLease() {
    put("lease", 0);
  }

  @Test
  void thirtyTwoTakersOfALeaseGetEachTokenOnce() throws Exception {
    int takers = 32;
    List<Callable<Long>> takes =
        IntStream.range(0, takers).<Callable<Long>>mapToObj(i -> this::takeToken).toList();
    List<Long> tokens = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(takers)) {
      for (Future<Long> take : threads.invokeAll(takes)) {
        tokens.add(take.get());
      }
    }
    assertThat(tokens).containsExactlyInAnyOrderElementsOf(sequence(1, takers));
    assertThat(token("lease")).isEqualTo(takers);
  }

  private static List<Long> sequence(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(Long::valueOf).toList();
  }

  /** Observe, then take on condition of what was observed; a loser observes anew. */
  private long takeToken() {
    for (int attempt = 0; attempt < 1000; attempt++) {
      long seen = token("lease");
      try {
        Map<String, AttributeValue> now =
            db.updateItem(
                    UpdateItemRequest.builder()
                        .tableName("quorate-clusters")
                        .key(key("lease"))
                        .updateExpression("SET #t = #t + :one")
                        .conditionExpression("#t = :seen")
                        .expressionAttributeNames(Map.of("#t", "token"))
                        .expressionAttributeValues(Map.of(":one", n(1), ":seen", n(seen)))
                        .returnValues(ReturnValue.ALL_NEW)
                        .build())
                .attributes();
        return tokenOf(now);
      } catch (ConditionalCheckFailedException e) {
        assertThat(token("lease")).as("a loser must see the winner's token").isGreaterThan(seen);
      }
    }
    throw new AssertionError("lost 1000 times in a row");
  }

  @Test
  void aFailedConditionReturnsTheItemThatWon() {
    put("lease", 7);
    var failure =
        catchThrowableOfType(
            ConditionalCheckFailedException.class,
            () ->
                db.putItem(
                    PutItemRequest.builder()
                        .tableName("quorate-clusters")
                        .item(Map.of("cluster", s("c"), "record", s("lease"), "token", n(8)))
                        .conditionExpression("attribute_not_exists(#t)")
                        .expressionAttributeNames(Map.of("#t", "token"))
                        .returnValuesOnConditionCheckFailure(
                            ReturnValuesOnConditionCheckFailure.ALL_OLD)
                        .build()));
    assertThat(failure.item()).containsEntry("token", n(7));
  }

  @Test
  void aCancelledTransactionTellsWhichPartFailedAndWritesNothing() {
    put("lease", 3);
    var cancelled =
        catchThrowableOfType(
            TransactionCanceledException.class,
            () ->
                db.transactWriteItems(
                    t ->
                        t.transactItems(
                            TransactWriteItem.builder()
                                .conditionCheck(
                                    c ->
                                        c.tableName("quorate-clusters")
                                            .key(key("lease"))
                                            .conditionExpression("#t = :mine")
                                            .expressionAttributeNames(Map.of("#t", "token"))
                                            .expressionAttributeValues(Map.of(":mine", n(2)))
                                            .returnValuesOnConditionCheckFailure("ALL_OLD"))
                                .build(),
                            TransactWriteItem.builder()
                                .put(
                                    p ->
                                        p.tableName("quorate-nodes")
                                            .item(Map.of("cluster", s("c"), "instance", s("i"))))
                                .build())));
    assertThat(cancelled.cancellationReasons())
        .extracting("code")
        .containsExactly("ConditionalCheckFailed", "None");
    assertThat(cancelled.cancellationReasons().get(0).item()).containsEntry("token", n(3));
    assertThat(
            db.getItem(
                    g ->
                        g.tableName("quorate-nodes")
                            .key(Map.of("cluster", s("c"), "instance", s("i"))))
                .hasItem())
        .isFalse();
  }

  @Test
  void aStrongReadSeesTheWriteBeforeIt() {
    for (int i = 1; i <= 50; i++) {
      put("lease", i);
      assertThat(token("lease")).isEqualTo(i);
    }
  }

  @Test
  void heartbeatsAppearOnTheNodesStream() {
    String arn = db.describeTable(t -> t.tableName("quorate-nodes")).table().latestStreamArn();
    assertThat(arn)
        .startsWith("arn:aws:dynamodb:us-east-1:000000000000:table/quorate-nodes/stream/");
    db.putItem(
        p ->
            p.tableName("quorate-nodes")
                .item(Map.of("cluster", s("streamed"), "instance", s("i-1"))));
    try (DynamoDbStreamsClient streams =
        AwsClients.of(cloud, "poller").with(DynamoDbStreamsClient.builder()).build()) {
      var description = streams.describeStream(d -> d.streamArn(arn)).streamDescription();
      assertThat(description.streamViewTypeAsString()).isEqualTo("NEW_AND_OLD_IMAGES");
      String shard = description.shards().get(0).shardId();
      String iterator =
          streams
              .getShardIterator(
                  g ->
                      g.streamArn(arn)
                          .shardId(shard)
                          .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator();
      assertThat(streams.getRecords(g -> g.shardIterator(iterator)).records())
          .anySatisfy(
              record ->
                  assertThat(record.dynamodb().newImage()).containsEntry("instance", s("i-1")));
    }
  }

  @Test
  void anErrorOfTheStoreArrivesAsTheSdksOwnException() {
    assertThatThrownBy(() -> db.describeTable(t -> t.tableName("nowhere")))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  private void put(String record, long token) {
    db.putItem(
        p ->
            p.tableName("quorate-clusters")
                .item(Map.of("cluster", s("c"), "record", s(record), "token", n(token))));
  }

  private long token(String record) {
    var item =
        db.getItem(
                GetItemRequest.builder()
                    .tableName("quorate-clusters")
                    .key(key(record))
                    .consistentRead(true)
                    .build())
            .item();
    return tokenOf(item);
  }

  private static long tokenOf(Map<String, AttributeValue> item) {
    return Long.parseLong(item.getOrDefault("token", n(-1)).n());
  }

  private static Map<String, AttributeValue> key(String record) {
    return Map.of("cluster", s("c"), "record", s(record));
  }

  private static AttributeValue s(String value) {
    return AttributeValue.fromS(value);
  }

  private static AttributeValue n(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }
}
