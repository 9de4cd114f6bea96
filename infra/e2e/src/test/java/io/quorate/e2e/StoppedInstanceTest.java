package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.model.MemberId;
import io.quorate.state.Condition;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** An instance that somebody stops: told of, taken back when it is started, replaced otherwise. */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StoppedInstanceTest extends OneStage {
  @Override
  Stage raise(Path home) throws IOException {
    return Stage.impatient(home, 3);
  }

  @Test
  @Order(1)
  void oneThatIsStartedAgainServesAsTheMemberThatItWas() throws Exception {
    InstanceView follower = stage.follower();
    MemberId member = stage.identity(follower).memberId();
    try (Writer writer = stage.writer();
        Ec2Client ec2 = stage.deployment.clients().ec2()) {
      writer.awaitMore(20, Stage.SOON);

      ec2.stopInstances(request -> request.instanceIds(follower.id()));
      stage.awaitCondition(Condition.Type.INSTANCE_STOPPED);
      writer.awaitMore(20, Stage.SOON);
      AwaitCondition.until("it is stopped", Stage.SOON, () -> state(follower) == Ec2State.STOPPED);
      ec2.startInstances(request -> request.instanceIds(follower.id()));

      AwaitCondition.until(
          "the condition's end", Stage.SOON, () -> !stage.has(Condition.Type.INSTANCE_STOPPED));
      stage.awaitHealthy(3);
      assertThat(stage.identity(follower).memberId()).isEqualTo(member);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  @Test
  @Order(2)
  void oneThatStaysStoppedIsReplacedAfterItsGrace() throws Exception {
    InstanceView follower = stage.follower();
    try (Writer writer = stage.writer();
        Ec2Client ec2 = stage.deployment.clients().ec2()) {
      ec2.stopInstances(request -> request.instanceIds(follower.id()));

      AwaitCondition.until("another in its place", Stage.SOON, () -> stage.replaced(follower));
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members().values()).doesNotContain(follower.id());
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  private Ec2State state(InstanceView instance) {
    return stage.instance(instance.id()).state();
  }
}
