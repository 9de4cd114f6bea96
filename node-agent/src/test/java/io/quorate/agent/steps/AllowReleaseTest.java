package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.run.ModelAgent;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import io.quorate.release.StorageVersion;
import io.quorate.spec.EtcdVersion;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A member changes to another release line only on files that etcd of that line reads. */
class AllowReleaseTest {
  private static final int LOOKS = 50;
  private static final EtcdVersion OLD = version("3.5.33");
  private static final EtcdVersion MIDDLE = version("3.6.14");
  private static final EtcdVersion NEW = version("3.7.1");

  private final StepWorld world = new StepWorld(new Fuse(Set.of()));

  private static EtcdVersion version(String text) {
    return EtcdVersion.parse(text).orElseThrow();
  }

  private static Optional<StorageVersion> files(String version) {
    return Optional.of(new StorageVersion(version(version), Optional.empty()));
  }

  private ModelAgent told(EtcdVersion running, EtcdVersion next, Optional<StorageVersion> files) {
    RestartStory.toldRelease(world, running, next);
    world.etcd.storage = files;
    return new ModelAgent(world, running);
  }

  private Outcome outcome(ModelAgent agent) {
    agent.until(() -> world.remembered().flatMap(AgentJournal::outcome).isPresent());
    return world.remembered().flatMap(AgentJournal::outcome).orElseThrow();
  }

  private boolean waits() {
    return world
        .remembered()
        .flatMap(AgentJournal::progress)
        .map(CommandProgress::step)
        .filter("ALLOW_RELEASE"::equals)
        .isPresent();
  }

  @Test
  @Guards("RESTART_MEMBER/ALLOW_RELEASE")
  void enablesADowngradeWhereTheFilesHaveRisen() {
    ModelAgent agent = told(MIDDLE, OLD, files("3.6.0"));
    agent.until(() -> !world.etcd.downgrades.isEmpty());
    assertThat(world.host.asked()).isFalse();
    assertThat(outcome(agent).result()).isEqualTo(Outcome.Result.DONE);
    assertThat(world.etcd.downgrades).containsExactly("3.5");
    assertThat(world.host.release()).contains(OLD);
  }

  @Test
  void staysWhileTheFilesAreStillThoseOfTheNewerLine() {
    ModelAgent agent =
        told(
            MIDDLE,
            OLD,
            Optional.of(new StorageVersion(version("3.6.0"), EtcdVersion.parse("3.5"))));
    agent.until(this::waits);
    for (int look = 0; look < LOOKS; look++) {
      agent.turn(world.pass());
    }
    assertThat(world.host.asked()).isFalse();
    assertThat(world.etcd.downgrades).as("it is enabled already").isEmpty();
    world.etcd.storage = files("3.5.0");
    assertThat(outcome(agent).result()).isEqualTo(Outcome.Result.DONE);
  }

  @Test
  void needsNoDowngradeBeforeTheFilesHaveRisen() {
    assertThat(outcome(told(MIDDLE, OLD, files("3.5.0"))).result()).isEqualTo(Outcome.Result.DONE);
    assertThat(world.etcd.downgrades).isEmpty();
  }

  @Test
  void cancelsADowngradeOnTheWayForth() {
    assertThat(outcome(told(OLD, MIDDLE, Optional.empty())).result())
        .isEqualTo(Outcome.Result.DONE);
    assertThat(world.etcd.downgrades).containsExactly("cancel");
  }

  @Test
  void hasEtcdSnapshotTheLogThatANewerLineCannotRead() {
    ModelAgent agent = told(MIDDLE, NEW, files("3.6.0"));
    world.disk.versionTwo = Optional.of(8L);
    agent.until(() -> world.etcd.downgrades.contains("3.5"));
    for (int look = 0; look < LOOKS; look++) {
      agent.turn(world.pass());
    }
    assertThat(world.host.asked()).isFalse();
    assertThat(world.etcd.downgrades).containsExactly("3.5");
    world.disk.versionTwo = Optional.empty();
    assertThat(outcome(agent).result()).isEqualTo(Outcome.Result.DONE);
    assertThat(world.etcd.downgrades).containsExactly("3.5", "cancel");
    assertThat(world.host.release()).contains(NEW);
  }

  @Test
  void aCommandThatIsCancelledLeavesNoDowngradeEnabled() {
    ModelAgent agent = told(MIDDLE, NEW, files("3.6.0"));
    world.disk.versionTwo = Optional.of(8L);
    agent.until(() -> world.etcd.downgrades.contains("3.5"));
    world.cancelledAt("ALLOW_RELEASE");
    assertThat(outcome(agent).result()).isEqualTo(Outcome.Result.CANCELLED);
    assertThat(world.etcd.downgrades).containsExactly("3.5", "cancel");
    assertThat(world.serves()).isTrue();
  }

  @Test
  void refusesALineThatDoesNotFollow() {
    Outcome refused = outcome(told(OLD, NEW, Optional.empty()));
    assertThat(refused.result()).isEqualTo(Outcome.Result.FAILED);
    assertThat(refused.detail()).contains("one release line at a time");
    assertThat(world.host.asked()).isFalse();
  }
}
