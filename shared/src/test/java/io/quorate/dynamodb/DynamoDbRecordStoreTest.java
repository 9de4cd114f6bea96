package io.quorate.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.command.Lane;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.RecordStoreContract;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/** The contract against AWS's own DynamoDB Local, in process. */
class DynamoDbRecordStoreTest extends RecordStoreContract {
  private static final TableNames TABLES = new TableNames("q-clusters", "q-nodes");
  private static final Server SERVER =
      new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

  @SuppressWarnings("NullAway.Init") // before all tests
  private static DynamoDbClient client;

  @BeforeAll
  static void start() throws Exception {
    SERVER.setHandler(
        new LocalDynamoDBServerHandler(
            new LocalDynamoDBRequestHandler(0, true, null, true, false), null));
    SERVER.start();
    client =
        DynamoDbClient.builder()
            .endpointOverride(SERVER.getURI())
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .overrideConfiguration(config -> config.addExecutionInterceptor(new Sent()))
            .build();
    for (Table table : Table.values()) {
      String sort = TableNames.sortKey(table);
      client.createTable(
          create ->
              create
                  .tableName(TABLES.of(table))
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .attributeDefinitions(attribute("cluster"), attribute(sort))
                  .keySchema(key("cluster", KeyType.HASH), key(sort, KeyType.RANGE)));
    }
  }

  /** What goes over the wire, each try of the client's own counted. */
  private static final class Sent implements ExecutionInterceptor {
    private static final List<String> OPERATIONS = new CopyOnWriteArrayList<>();

    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      OPERATIONS.add(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME));
    }
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  @AfterAll
  static void stop() throws Exception {
    client.close();
    SERVER.stop();
  }

  @Override
  protected RecordStore store() {
    return new DynamoDbRecordStore(client, TABLES);
  }

  @Test
  void aTableThatIsNotThereIsUnavailabilityAndSaysWhatWasTried() {
    RecordStore lost = new DynamoDbRecordStore(client, new TableNames("no-such", "no-such-2"));
    Key key = new Key(Table.CLUSTERS, "demo", "lease");
    Write put = new Write.Put(new Item(key, Map.of("n", 1L)), Expect.noRecord());

    List<Runnable> calls =
        List.of(
            () -> lost.read(List.of(key)),
            () -> lost.list(Table.CLUSTERS, "demo", ""),
            () -> lost.write(put),
            () -> lost.transact(List.of(put)));

    for (Runnable call : calls) {
      assertThatThrownBy(call::run)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("demo");
    }
    assertThat(calls).hasSize(4);
  }

  /** The calls of a steady turn, in their order; the controller's tests hold it to these four. */
  @Test
  void theFourCallsOfASteadyTurnAreFourRequests() {
    ClusterName cluster = new ClusterName("steady");
    RecordStore store = store();
    Leases leases = new Leases(store);
    for (int n = 1; n <= 5; n++) {
      Key row = Keys.node(cluster, new InstanceId("i-" + n));
      store.write(new Write.Put(new Item(row, Map.of("n", 1L)), Expect.noRecord()));
    }
    Sent.OPERATIONS.clear();

    HeldLease held =
        leases.take(cluster, "nonce", Instant.EPOCH, Duration.ofSeconds(30)).orElseThrow();
    List<Item> rows = store.list(Table.NODES, cluster.value(), "");
    List<Key> records =
        new ArrayList<>(List.of(Keys.spec(cluster), Keys.lineage(cluster), Keys.status(cluster)));
    rows.forEach(
        row ->
            records.add(Keys.command(cluster, Lane.MEMBERSHIP, new InstanceId(row.key().sort()))));
    store.read(records);
    leases.release(held, Map.of());

    assertThat(rows).hasSize(5);
    assertThat(Sent.OPERATIONS)
        .containsExactly("UpdateItem", "Query", "BatchGetItem", "UpdateItem");
  }

  @Test
  void anAttributeThatNoRecordHoldsHidesNoOtherRecord() {
    Map<String, AttributeValue> edited =
        Map.of(
            "cluster", AttributeValue.fromS("edited"),
            "instance", AttributeValue.fromS("i-1"),
            "half", AttributeValue.fromN("1.5"),
            "huge", AttributeValue.fromN("1e40"),
            "none", AttributeValue.fromNul(true),
            "set", AttributeValue.fromSs(List.of("a")));
    client.putItem(put -> put.tableName(TABLES.of(Table.NODES)).item(edited));
    store()
        .write(
            new Write.Put(
                new Item(new Key(Table.NODES, "edited", "i-2"), Map.of("n", 1L)),
                Expect.noRecord()));

    List<Item> rows = store().list(Table.NODES, "edited", "");

    assertThat(rows).hasSize(2);
    assertThat(rows.getFirst().attributes()).containsEntry("half", "1.5").containsKey("none");
    assertThat(rows.getLast().attributes()).isEqualTo(Map.of("n", 1L));
  }
}
