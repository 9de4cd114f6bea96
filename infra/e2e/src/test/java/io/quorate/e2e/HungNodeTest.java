package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.FleetEntry;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A node that hangs, agent and etcd, is replaced on positive evidence only (I2, I7). */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HungNodeTest extends OneStage {
  /** Longer than a hung node is left alone for where nothing speaks against replacing it. */
  private static final Duration LONG = Duration.ofSeconds(20);

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.impatient(home, 3);
  }

  @Test
  @Order(1)
  void withoutAQuorumBesideItAHungNodeIsLeftAlone() {
    Map<String, String> members = stage.anyEtcd().members();
    InstanceView first = stage.follower();
    InstanceView leader = stage.leader();

    stage.deployment.instances().freeze(first.id(), ProcessTarget.ALL);
    stage.deployment.instances().freeze(leader.id(), ProcessTarget.ALL);

    stage.awaitCondition(Condition.Type.NO_QUORUM);
    assertThat(stage.running()).noneMatch(stage::answers);
    AwaitCondition.throughout("nobody is terminated", LONG, this::nobodyTerminated);

    stage.deployment.instances().thaw(first.id(), ProcessTarget.ALL);
    stage.deployment.instances().thaw(leader.id(), ProcessTarget.ALL);
    stage.awaitHealthy(3);
    assertThat(stage.anyEtcd().members()).isEqualTo(members);
  }

  @Test
  @Order(2)
  void whileTheFleetTurnsIllTogetherAHungNodeIsLeftAloneAndThenReplaced() throws Exception {
    try (Writer writer = stage.writer()) {
      InstanceView victim = stage.follower();
      String dead = stage.heartbeat(victim.id()).identity().orElseThrow().memberId().toString();
      List<String> others = List.of("other-1", "other-2");
      others.forEach(name -> fleetEntry(name, false));

      stage.deployment.instances().freeze(victim.id(), ProcessTarget.ALL);

      stage.awaitCondition(Condition.Type.FLEET_BREAKER);
      AwaitCondition.throughout("nobody is terminated", LONG, this::nobodyTerminated);

      others.forEach(name -> fleetEntry(name, true));
      AwaitCondition.until(
          "its termination, seen in EC2",
          Stage.SOON,
          () -> stage.status().terminated(new InstanceId(victim.id())));
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members()).hasSize(3).doesNotContainKey(dead);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  private boolean nobodyTerminated() {
    return stage.status().terminations().isEmpty() && stage.status().tombstones().isEmpty();
  }

  /** Another cluster's line in the fleet, as its own turn would have left it now. */
  private void fleetEntry(String name, boolean healthy) {
    ClusterName cluster = new ClusterName(name);
    FleetEntry entry =
        new FleetEntry(cluster, new ClusterUid("uid-" + name), name, healthy, Instant.now());
    Item item = new Item(Keys.fleet(cluster), Codecs.FLEET.write(entry));
    stage.clusters.store().write(new Write.Put(item, Expect.anything()));
  }
}
