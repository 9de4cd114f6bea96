package io.quorate.deployment;

import static io.quorate.deployment.DeployedArtifact.SCHEDULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.compute.Eventually;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.wire.Glob;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.spec.SpecReader;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.SpecWrites;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schedule of the real artifact over more clusters than one invocation takes (ADR 50). */
class LargeFleetTest {
  private static final int CLUSTERS = 109;

  private DeployedArtifact artifact;
  private SdkClients clients;
  private RecordStore store;
  private final List<ClusterName> names =
      IntStream.range(0, CLUSTERS).mapToObj(n -> new ClusterName("c-" + n)).toList();

  @BeforeEach
  void deploy(@TempDir Path home) throws IOException {
    artifact = DeployedArtifact.start(home);
    clients = new SdkClients(artifact.cloud(), Principals.ADMINISTRATOR);
    store =
        new DynamoDbRecordStore(
            clients.dynamoDb(),
            new TableNames(QuorateResources.CLUSTERS_TABLE, QuorateResources.NODES_TABLE));
    SpecWrites specs = new SpecWrites(store);
    for (ClusterName name : names) {
      assertThat(
              specs.apply(
                  SpecReader.read("name: " + name + "\netcd:\n  version: 3.5\n").orThrow(),
                  new ClusterUid("uid-" + name),
                  Instant.now(),
                  "test"))
          .isNotNull();
      DeployedArtifact.group(artifact.cloud(), name.value(), "demo");
    }
  }

  @AfterEach
  void close() throws IOException {
    clients.close();
    artifact.close();
  }

  @Test
  void isTwoInvocationsAndDescribesItsGroupsInBulk() throws Exception {
    artifact.cloud().requests().clear();

    assertThat(artifact.failuresOf(SCHEDULE)).isEmpty();

    Eventually.until("each cluster to have had a turn", () -> names.stream().allMatch(this::had));
    assertThat(calls("lambda", "Invoke")).isOne();
    assertThat(artifact.host().environments()).hasSize(2);
    assertThat(calls("autoscaling", "DescribeAutoScalingGroups"))
        .as("a few for each share, however slow the machine is: an answer lasts five seconds")
        .isLessThan(CLUSTERS / 3);
  }

  @Test
  void isOneInvocationWhereItMayNotInvokeItself() throws Exception {
    artifact
        .cloud()
        .faults()
        .add(
            FaultRule.always("denied", new FaultAction.Fail(403, "AccessDeniedException"))
                .onService("lambda"));

    assertThat(artifact.failuresOf(SCHEDULE)).isEmpty();

    assertThat(names).allMatch(this::had);
    assertThat(artifact.host().environments()).hasSize(1);
  }

  private long calls(String service, String operation) {
    return artifact
        .cloud()
        .requests()
        .count(Glob.of(Principals.CONTROLLER), Glob.of(service), Glob.of(operation));
  }

  private boolean had(ClusterName cluster) {
    return !store.read(List.of(Keys.lease(cluster))).isEmpty();
  }
}
