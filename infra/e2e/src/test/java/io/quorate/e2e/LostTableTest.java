package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/**
 * Both tables are emptied, and the records rebuilt, as docs/runbooks/lost-table.md says. Where
 * members serve, they are recorded again as those who hold data. Where all instances are lost, too,
 * nothing begins by itself, and by an operator's word the cluster serves again under its own name
 * (I1, I5).
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LostTableTest extends OneStage {
  private static final String QUIET = "quiet/";
  private static final Pattern HASH = Pattern.compile("(?m)^hash +([0-9a-f]{12})$");

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  private Generations generations() {
    return new Generations(stage);
  }

  @Test
  @Order(1)
  void whileMembersServeTheRecordsAreRebuilt(@TempDir Path folder) throws Exception {
    Map<String, String> held = rebuiltWhileMembersServe(folder);

    assertThat(stage.anyEtcd().range(QUIET)).isEqualTo(held);
  }

  @EverythingOnly
  @Test
  @Order(2)
  void theNextLossIsRecoveredByItself(@TempDir Path folder) throws Exception {
    long generation = generations().number();
    Map<String, String> held = rebuiltWhileMembersServe(folder);
    new Snapshots(stage).take();
    Ec2.terminate(stage, stage.running());

    generations().awaitRestored(generation + 1);
    assertThat(stage.anyEtcd().range(QUIET)).isEqualTo(held);
  }

  /** Answers what the cluster holds below QUIET. */
  private Map<String, String> rebuiltWhileMembersServe(Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("cluster.yaml"), stage.yaml(3));
    long generation = generations().number();
    stage.anyEtcd().put(QUIET + "before", "all along");

    loseTables();
    said(0, "rebuild", "demo", "-f", file.toString(), "--yes");
    stage.awaitCondition(Condition.Type.TABLE_ROLLED_BACK);
    AwaitCondition.until("three members report", Stage.SOON, () -> stage.heartbeats().size() == 3);
    said(0, "resume", "demo", "--yes");
    stage.awaitHealthy(3);
    said(0, "snapshot", "sync", "demo");

    assertThat(generations().number()).isEqualTo(generation);
    stage.anyEtcd().put(QUIET + "served", "all along");
    return new TreeMap<>(stage.anyEtcd().range(QUIET));
  }

  @EverythingOnly
  @Test
  @Order(3)
  void withEverythingElseItIsRebuiltAndApproved(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("cluster.yaml"), stage.yaml(3));
    long generation = generations().number();
    stage.anyEtcd().put(QUIET + "held", "held");
    Map<String, String> held = new TreeMap<>(stage.anyEtcd().range(QUIET));
    var taken = new Snapshots(stage).take();
    List<InstanceView> all = stage.running();

    // The other way round a recovery would have begun before.
    loseTables();
    Ec2.terminate(stage, all);
    AwaitCondition.until(
        "the last agent has ended", Stage.SOON, () -> all.stream().allMatch(this::terminated));
    loseTables();

    said(0, "rebuild", "demo", "-f", file.toString(), "--yes");
    stage.awaitCondition(Condition.Type.TABLE_ROLLED_BACK);
    said(0, "resume", "demo", "--yes");
    said(0, "snapshot", "sync", "demo");
    stage.awaitCondition(Condition.Type.RECOVERY_WAITS);
    assertThat(generations().number()).isEqualTo(generation);
    assertThat(new Operator(stage).quorate("recover", "plan", "demo").said())
        .contains("no record tells who was let have data", "--no-other-holder");

    Matcher hash = HASH.matcher(said(0, "recover", "plan", "demo", "--no-other-holder"));
    assertThat(hash.find()).isTrue();
    said(65, "recover", "approve", "demo", "--hash", hash.group(1), "--wait");
    said(0, "recover", "approve", "demo", "--hash", hash.group(1), "--no-other-holder", "--wait");

    assertThat(generations().awaitRestored(generation + 1).snapshot()).isEqualTo(taken.id());
    assertThat(stage.anyEtcd().range(QUIET)).isEqualTo(held);
  }

  private boolean terminated(InstanceView instance) {
    return stage.instance(instance.id()).state() == Ec2State.TERMINATED;
  }

  private String said(int code, String... command) throws IOException, InterruptedException {
    Operator.Said said = new Operator(stage).quorate(command);
    assertThat(said.code()).as(said.said()).isEqualTo(code);
    return said.said();
  }

  /** A turn under way may write a record again that is deleted before its lease is. */
  private void loseTables() {
    emptyTables();
    emptyTables();
  }

  private void emptyTables() {
    DynamoDbClient tables = stage.deployment.clients().dynamoDb();
    for (String table : tables.listTables().tableNames()) {
      List<String> key =
          tables.describeTable(of -> of.tableName(table)).table().keySchema().stream()
              .map(KeySchemaElement::attributeName)
              .toList();
      tables.scanPaginator(of -> of.tableName(table)).items().stream()
          .forEach(
              item -> {
                Map<String, AttributeValue> of = new TreeMap<>(item);
                of.keySet().retainAll(key);
                tables.deleteItem(one -> one.tableName(table).key(of));
              });
    }
  }
}
