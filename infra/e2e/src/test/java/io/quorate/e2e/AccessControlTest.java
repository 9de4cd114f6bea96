package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.GenerationSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * With access control on one member is replaced, then two of three are lost, then all: what was
 * acknowledged is there, everybody has the rights that the spec gives, and nobody else is ever
 * served, not even between two generations.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AccessControlTest extends OneStage {
  @Override
  Stage raise(Path home) throws IOException {
    return StageOverTls.managed(home, 3, AccessControl.USER, AccessControl.SECTIONS);
  }

  private Generations generations() {
    return new Generations(stage);
  }

  @Test
  @Order(1)
  void aReplacedMemberHoldsEverybodyToTheirRights() throws Exception {
    AccessControl control = new AccessControl(stage);
    control.check();
    InstanceView victim = stage.follower();
    try (Writer writer = stage.writer();
        Intruder intruder = control.intruder()) {
      writer.awaitMore(20, Stage.SOON);

      stage.terminate(victim);

      AwaitCondition.untilSettled(
          "another in place of " + victim.id(), Stage.SOON, () -> stage.replaced(victim));
      stage.awaitHealthy(3);
      control.check();
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
      intruder.wasNeverServed();
    }
  }

  @Test
  @Order(2)
  void rightsAreKeptWhereTwoOfThreeAreLost() throws Exception {
    long next = generations().number() + 1;
    String left = stage.follower().id();
    List<InstanceView> victims =
        stage.running().stream().filter(view -> !view.id().equals(left)).toList();
    AccessControl control = new AccessControl(stage);
    try (Writer writer = stage.writer();
        Intruder intruder = control.intruder()) {
      writer.awaitMore(20, Stage.SOON);

      Ec2.terminate(stage, victims);

      generations().awaitRestored(next);
      control.check();
      assertThat(writer.lost()).isZero();
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
      intruder.wasNeverServed();
    }
  }

  @Test
  @Order(3)
  void rightsAreRestoredFromAVerifiedSnapshotWhereAllAreLost() throws Exception {
    long generation = generations().number();
    AccessControl control = new AccessControl(stage);
    try (Writer writer = stage.writer();
        Intruder intruder = control.intruder()) {
      writer.awaitMore(20, Stage.SOON);
      SnapshotRecord taken = verified();
      writer.awaitMore(20, Stage.SOON);

      Ec2.terminate(stage, stage.running());

      GenerationSource source = generations().awaitRestored(generation + 1);
      assertThat(source.snapshot()).isGreaterThanOrEqualTo(taken.id());
      control.check();
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
      intruder.wasNeverServed();
    }
  }

  private SnapshotRecord verified() {
    SnapshotRecord taken = new Snapshots(stage).take();
    try (SnapshotCommands commands = new SnapshotCommands(stage)) {
      Request verified =
          commands.ask(RequestKind.VERIFY_SNAPSHOT, Map.of("snapshot", taken.id().value()));
      assertThat(verified.state()).as(verified.detail()).isEqualTo(Request.State.DONE);
    }
    return taken;
  }
}
