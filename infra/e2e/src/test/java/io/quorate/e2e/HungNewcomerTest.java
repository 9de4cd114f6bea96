package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lease.HeldLease;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A node that hangs before it is a member: told of, and terminated once nothing can be lost (I7).
 */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HungNewcomerTest extends OneStage {
  @Override
  Stage raise(Path home) throws IOException {
    return Stage.impatient(home, 3);
  }

  @Test
  @Order(1)
  void anInstanceThatHangsBeforeItsFirstHeartbeatIsToldOfAndLeftAlone() {
    InstanceView mute = launched();
    stage.deployment.instances().freeze(mute.id(), ProcessTarget.ALL);

    stage.awaitCondition(Condition.Type.NODE_NOT_REGISTERED);
    assertThat(row(mute)).isFalse();
    assertThat(message(Condition.Type.NODE_NOT_REGISTERED)).contains(mute.id());
    assertThat(stage.status().terminations()).isEmpty();

    stage.deployment.instances().thaw(mute.id(), ProcessTarget.ALL);
    AwaitCondition.until("its first heartbeat", Stage.SOON, () -> row(mute));
    AwaitCondition.until(
        "the condition's end", Stage.SOON, () -> !stage.has(Condition.Type.NODE_NOT_REGISTERED));
    stage.resize(3);
    stage.awaitHealthy(3);
  }

  @Test
  @Order(2)
  void aNodeThatHangsBeforeItJoinsGoesFirstWhenTheWishIsLoweredAndNoMemberDoes() {
    ControllerCommands controllers = new ControllerCommands(stage);
    Map<String, String> members = stage.anyEtcd().members();
    assertThat(members).hasSize(3);
    HeldLease held = controllers.take(); // nobody decides on its join before it hangs
    InstanceView newcomer = launched();
    AwaitCondition.until("its first heartbeat", Stage.SOON, () -> row(newcomer));
    stage.deployment.instances().freeze(newcomer.id(), ProcessTarget.ALL);
    assertThat(stage.heartbeat(newcomer.id()).data()).isEqualTo(DataState.NONE);
    stage.resize(3);

    controllers.release(held);

    AwaitCondition.until(
        "its termination, seen in EC2",
        Stage.SOON,
        () -> stage.status().terminated(new InstanceId(newcomer.id())));
    stage.awaitHealthy(3);
    assertThat(stage.anyEtcd().members()).isEqualTo(members);
  }

  private InstanceView launched() {
    List<String> before = stage.running().stream().map(InstanceView::id).toList();
    stage.resize(before.size() + 1);
    return AwaitCondition.value(
        "another instance",
        Stage.SOON,
        () -> stage.running().stream().filter(view -> !before.contains(view.id())).findFirst());
  }

  private boolean row(InstanceView instance) {
    return stage.heartbeats().stream()
        .anyMatch(beat -> beat.instance().value().equals(instance.id()));
  }

  private String message(Condition.Type type) {
    return stage.status().conditions().stream()
        .filter(held -> held.type() == type)
        .findFirst()
        .map(Condition::message)
        .orElseThrow();
  }
}
