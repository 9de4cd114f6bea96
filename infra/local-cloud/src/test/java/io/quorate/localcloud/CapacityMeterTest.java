package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.localcloud.data.CapacityMeter;
import io.quorate.localcloud.wire.Glob;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Units as AWS bills them: 1 KB a write, 4 KB a strong read, twice as much in a transaction. */
class CapacityMeterTest {
  private static final String TABLE = QuorateResources.NODES_TABLE;
  private static final Glob AGENT = Glob.of("agent-*");

  private LocalCloud cloud;
  private CapacityMeter meter;
  private DynamoDbClient db;

  @BeforeEach
  void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    QuorateResources.createOn(cloud);
    meter = cloud.meterDynamoDb();
    db = AwsClients.of(cloud, "agent-i-1").dynamoDb();
  }

  @AfterEach
  void stop() throws IOException {
    db.close();
    cloud.close();
  }

  private static Map<String, AttributeValue> item(int bytes) {
    return Map.of(
        "cluster",
        AttributeValue.fromS("x"),
        "instance",
        AttributeValue.fromS("i-1"),
        "rest",
        AttributeValue.fromS("a".repeat(bytes)));
  }

  private static Map<String, AttributeValue> key(String instance) {
    return Map.of("cluster", AttributeValue.fromS("x"), "instance", AttributeValue.fromS(instance));
  }

  @Test
  void aWriteCostsAUnitForEachKilobyteBegun() {
    db.putItem(p -> p.tableName(TABLE).item(item(2500)));
    assertThat(meter.writes(AGENT)).isEqualTo(3);
    assertThat(meter.reads(AGENT)).isZero();
    assertThat(meter.writes(Glob.of("controller"))).isZero();
  }

  @Test
  void anEventualReadCostsHalfOfAStrongOne() {
    db.putItem(p -> p.tableName(TABLE).item(item(5000)));
    db.getItem(g -> g.tableName(TABLE).key(key("i-1")).consistentRead(true));
    assertThat(meter.reads(AGENT)).isEqualTo(2);
    db.getItem(g -> g.tableName(TABLE).key(key("i-1")));
    assertThat(meter.reads(AGENT)).isEqualTo(3);
  }

  @Test
  void whatIsNotThereCostsTheLeast() {
    db.getItem(g -> g.tableName(TABLE).key(key("i-1")).consistentRead(true));
    assertThat(meter.reads(AGENT)).isEqualTo(1);
    db.getItem(g -> g.tableName(TABLE).key(key("i-1")));
    assertThat(meter.reads(AGENT)).isEqualTo(1.5);
  }

  @Test
  void eachRecordOfABatchCostsThereOrNot() {
    db.putItem(p -> p.tableName(TABLE).item(item(5000)));
    batch(true);
    assertThat(meter.reads(AGENT)).as("two, and one for each that is missing").isEqualTo(4);
    batch(false);
    assertThat(meter.reads(AGENT)).isEqualTo(6);
  }

  private void batch(boolean consistent) {
    db.batchGetItem(
        b ->
            b.requestItems(
                Map.of(
                    TABLE,
                    KeysAndAttributes.builder()
                        .keys(List.of(key("i-1"), key("i-2"), key("i-3")))
                        .consistentRead(consistent)
                        .build())));
  }

  @Test
  void aQueryThatFindsNothingCostsTheLeast() {
    db.query(
        q ->
            q.tableName(TABLE)
                .keyConditionExpression("#c = :c")
                .expressionAttributeNames(Map.of("#c", "cluster"))
                .expressionAttributeValues(Map.of(":c", AttributeValue.fromS("x")))
                .consistentRead(true));
    assertThat(meter.reads(AGENT)).isEqualTo(1);
  }

  @Test
  void aTransactionThatIsRefusedCostsAsIfItHadBeen() {
    assertThatThrownBy(
            () ->
                db.transactWriteItems(
                    t ->
                        t.transactItems(
                            TransactWriteItem.builder()
                                .put(
                                    p ->
                                        p.tableName(TABLE)
                                            .item(item(10))
                                            .conditionExpression("attribute_exists(instance)"))
                                .build())))
        .isInstanceOf(TransactionCanceledException.class);
    assertThat(meter.writes(AGENT)).isEqualTo(2);
  }

  @Test
  void aTransactionCostsTwice() {
    db.transactWriteItems(
        t ->
            t.transactItems(
                TransactWriteItem.builder().put(p -> p.tableName(TABLE).item(item(500))).build()));
    assertThat(meter.writes(AGENT)).isEqualTo(2);
  }

  @Test
  void aWriteWhoseConditionFailsCostsAUnit() {
    assertThatThrownBy(
            () ->
                db.putItem(
                    p ->
                        p.tableName(TABLE)
                            .item(item(10))
                            .conditionExpression("attribute_exists(instance)")))
        .isInstanceOf(ConditionalCheckFailedException.class);
    assertThat(meter.writes(AGENT)).isEqualTo(1);
  }
}
