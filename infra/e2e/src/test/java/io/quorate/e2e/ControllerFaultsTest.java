package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lease.HeldLease;
import io.quorate.localcloud.events.EventFaults;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.lambda.EnvironmentView;
import io.quorate.state.Bootstrap;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.state.MemberIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The controller killed between intent and effect, frozen, overtaken, and two at once. */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ControllerFaultsTest extends OneStage {
  private ControllerCommands controllers;

  @Override
  Stage raise(Path home) throws IOException {
    Stage raised = Stage.empty(home, config -> config);
    controllers = new ControllerCommands(raised);
    return raised;
  }

  @Test
  @Order(1)
  void aBootstrapIsFinishedAsRecordedThoughItsControllerWasKilled() {
    controllers.slow("s3", "*", Duration.ofSeconds(15));
    stage.apply(3);
    stage.deployment.createGroup(stage.name.value(), 3);
    Bootstrap recorded =
        AwaitCondition.value(
            "a bootstrap that is recorded but not final",
            Stage.SOON,
            () ->
                stage
                    .clusters
                    .lineage(stage.name)
                    .filter(lineage -> lineage.state() == Lineage.State.COMMITTING)
                    .flatMap(Lineage::bootstrap));

    controllers.busy().forEach(env -> controllers.host().kill(env.id()));
    controllers.swift();

    stage.awaitHealthy(3);
    Lineage lineage = stage.clusters.lineage(stage.name).orElseThrow();
    assertThat(lineage.bootstrap()).isEqualTo(Optional.of(recorded));
    assertThat(stage.anyEtcd().members().keySet())
        .containsExactlyInAnyOrderElementsOf(
            recorded.voters().stream().map(InitialMember::memberId).map(Object::toString).toList());
  }

  @Test
  @Order(2)
  void aControllerFrozenPastItsLeaseChangesNothingWhenItWakes() throws Exception {
    try (Writer writer = stage.writer()) {
      controllers.slow("dynamodb", "Query", Duration.ofMillis(500));
      EnvironmentView frozen =
          AwaitCondition.value(
              "a frozen holder of the lease", Stage.SOON, controllers::freezeHolder);
      long token = token();
      controllers.swift();
      InstanceView victim = stage.follower();
      MemberIdentity dead = stage.identity(victim);
      stage.wipe(victim);

      AwaitCondition.until(
          "another controller to take the lease once it has run out",
          Stage.SOON,
          () -> token() > token);
      stage.awaitOtherMember(victim, dead);

      Set<String> written = stage.tables.writtenUnder(Set.of(token));
      assertThat(controllers.busy(frozen)).as("it still sleeps in its turn").isTrue();
      controllers.host().thaw(frozen.id());
      AwaitCondition.until("the woken turn to end", Stage.SOON, () -> !controllers.busy(frozen));
      stage.awaitHealthy(3);
      assertThat(stage.tables.writtenUnder(Set.of(token))).isEqualTo(written);
      assertThat(token()).isGreaterThan(token);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  /**
   * A stale holder that has read, holds a decision and would write: what stops it is the token
   * alone. Its lease is taken by a contender whose clock is ahead, while it waits for EC2's answer.
   */
  @Test
  @Order(3)
  void aControllerOvertakenBetweenReadingAndWritingWritesNothing() throws Exception {
    try (Writer writer = stage.writer()) {
      HeldLease first = controllers.take();
      InstanceView victim = stage.follower();
      MemberIdentity dead = stage.identity(victim);
      stage.wipe(victim);
      AwaitCondition.until(
          "the wiped node says so, while nobody else can take the lease",
          Stage.SOON,
          () -> stage.heartbeat(victim.id()).data().unusable());
      controllers.slow("autoscaling", "*", Duration.ofSeconds(1));
      long refusedBefore = controllers.overtaken();
      Set<Long> tokens = new HashSet<>();
      Set<String> before = new HashSet<>();
      controllers.release(first);
      AwaitCondition.until(
          "a controller that finds itself overtaken as it writes",
          Stage.SOON,
          () -> {
            HeldLease mine = controllers.overtake();
            long stale = mine.token().value() - 1;
            before.addAll(stage.tables.writtenUnder(Set.of(stale)));
            tokens.add(stale);
            boolean ended =
                AwaitCondition.within(
                    Duration.ofSeconds(6),
                    () ->
                        controllers.overtaken() > refusedBefore
                            || !stage.tables.writtenUnder(tokens).equals(before));
            controllers.release(mine);
            return ended;
          });
      assertThat(stage.tables.writtenUnder(tokens))
          .as("under tokens once they were overtaken")
          .isEqualTo(before);

      controllers.swift();
      stage.awaitOtherMember(victim, dead);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  /**
   * Stream, schedule and queue at once, each event twice: the invariants hold (see Stage.close).
   */
  @Test
  @Order(4)
  void twoControllersAtOnceReplaceATerminatedLeaderOnce() throws Exception {
    try (Writer writer = stage.writer()) {
      controllers.slow("dynamodb", "Query", Duration.ofMillis(200));
      stage.deployment.events().faults(new EventFaults(0, 1, 0, Duration.ZERO));
      InstanceView victim = stage.leader();
      Set<String> others =
          stage.running().stream()
              .map(InstanceView::id)
              .filter(id -> !id.equals(victim.id()))
              .collect(Collectors.toSet());
      stage.terminate(victim);

      Set<String> together = new HashSet<>();
      AwaitCondition.until(
          "two environments at work together until the dead one is replaced",
          Stage.SOON,
          () -> {
            stage.deployment.controller().lookNow();
            List<EnvironmentView> busy = controllers.busy();
            if (busy.size() > 1) {
              busy.forEach(env -> together.add(env.id()));
            }
            return together.size() > 1 && stage.replaced(victim);
          });
      stage.deployment.events().faults(EventFaults.NONE);
      controllers.swift();
      stage.awaitHealthy(3);
      assertThat(stage.running()).extracting(InstanceView::id).containsAll(others);
      assertThat(stage.tables.journal())
          .filteredOn(entry -> victim.id().equals(entry.evidence().get("instance")))
          .filteredOn(entry -> entry.decision().equals("ISSUE_INSTRUCTION"))
          .as("removals of the dead member")
          .hasSize(1);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  private long token() {
    return stage.tables.lease().token().value();
  }
}
