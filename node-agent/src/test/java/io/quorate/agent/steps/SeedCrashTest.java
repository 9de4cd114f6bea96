package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.BootstrapRight;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.port.DataDisk;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import io.quorate.spec.SpecReader;
import io.quorate.state.DataState;
import io.quorate.state.MemberIdentity;
import io.quorate.state.Watermark;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A generation is started once by its seeder, from its snapshot, wherever the agent crashes. */
class SeedCrashTest {
  private static final int TURNS = 8;

  @Test
  void restoresThenTakesTheIdentityThenRuns() {
    SeedWorld world = new SeedWorld(new Fuse(Set.of()));

    assertThat(world.look()).isInstanceOf(BootstrapSteps.Result.Started.class);

    AgentJournal journal = world.remembered();
    assertThat(world.runs).hasSize(1);
    assertThat(world.restored).hasSize(1);
    assertThat(journal.bootstrapRight())
        .hasValueSatisfying(right -> assertThat(right.generation()).isEqualTo(new Generation(2)));
    assertThat(journal.member().orElseThrow().identity().memberId()).isEqualTo(SeedWorld.MEMBER);
    assertThat(world.look()).as("once").isInstanceOf(BootstrapSteps.Result.Nothing.class);
    assertThat(world.runs).hasSize(1);
  }

  /** After the identity is journalled, the directory is a member's: the start decision runs it. */
  @Test
  void aCrashAnywhereEndsWithTheSeededMember() {
    SeedWorld calm = new SeedWorld(new Fuse(Set.of()));
    calm.look();
    int moments = calm.fuse.moments().size();
    assertThat(moments).isGreaterThan(5);
    for (int first = 0; first < moments; first++) {
      for (int second = first + 1; second < moments + 4; second++) {
        SeedWorld world = new SeedWorld(new Fuse(Set.of(first, second)));
        for (int turn = 0; turn < TURNS; turn++) {
          try {
            world.look();
          } catch (Fuse.Crash crash) {
            // The next look is the next boot's.
          }
        }
        AgentJournal journal = world.remembered();
        JournalMember member = journal.usableMember().orElseThrow();
        assertThat(world.disk.inspect(member.directory()))
            .as("crashed at %d and %d", first, second)
            .isInstanceOf(DataDisk.View.Holds.class);
        assertThat(world.disk.directories()).containsExactly(member.directory());
        assertThat(world.runs).hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  /** Whatever it crashes of, no boot of it forgets that clients are to be kept out. */
  @Test
  void aCrashAnywhereLeavesItClosedWhereTheDataHasNoAccessControl() {
    SeedWorld calm = closed(new Fuse(Set.of()));
    calm.look();
    assertThat(calm.remembered().closed()).isTrue();
    int moments = calm.fuse.moments().size();
    for (int first = 0; first < moments; first++) {
      for (int second = first + 1; second < moments + 4; second++) {
        SeedWorld world = closed(new Fuse(Set.of(first, second)));
        for (int turn = 0; turn < TURNS; turn++) {
          try {
            world.look();
          } catch (Fuse.Crash crash) {
            // The next look is the next boot's.
          }
          assertThat(world.remembered().member().isEmpty() || world.remembered().closed())
              .as("crashed at %d and %d, turn %d", first, second, turn)
              .isTrue();
        }
        assertThat(world.remembered().usableMember()).isPresent();
      }
    }
  }

  private static SeedWorld closed(Fuse fuse) {
    SeedWorld world = new SeedWorld(fuse);
    world.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\ntls: {mode: managed, clients: required}\n"
                    + "auth: {enabled: true}")
            .orThrow();
    return world;
  }

  @Test
  void dataWithAccessControlOpensAtOnce() {
    SeedWorld world = closed(new Fuse(Set.of()));
    world.restoredAuth = true;
    world.look();

    assertThat(world.remembered().usableMember()).isPresent();
    assertThat(world.remembered().closed()).isFalse();
  }

  @Test
  void aSpecWithoutAccessControlOpensAtOnce() {
    SeedWorld world = new SeedWorld(new Fuse(Set.of()));
    world.look();
    assertThat(world.remembered().closed()).isFalse();

    SeedWorld off = closed(new Fuse(Set.of()));
    off.spec =
        SpecReader.read("name: demo\netcd: {version: 3.5}\nauth: {enabled: false}").orThrow();
    off.look();
    assertThat(off.remembered().closed()).isFalse();
  }

  @Test
  void aBucketThatIsAwayIsTriedAgain() {
    SeedWorld world = new SeedWorld(new Fuse(Set.of()));
    world.trouble = Optional.of("the bucket did not answer");

    assertThat(world.look())
        .isInstanceOfSatisfying(
            BootstrapSteps.Result.Refused.class,
            refused -> assertThat(refused.because()).contains("did not answer"));
    assertThat(world.remembered().bootstrapRight()).isEmpty();
    world.trouble = Optional.empty();
    assertThat(world.look()).isInstanceOf(BootstrapSteps.Result.Started.class);
  }

  /** An agent that cannot restore never starts the generation empty. */
  @Test
  void anAgentThatCannotRestoreStartsNothing() {
    SeedWorld world = new SeedWorld(new Fuse(Set.of()));
    world.canRestore = false;

    assertThat(world.look()).isInstanceOf(BootstrapSteps.Result.Refused.class);
    assertThat(world.runs).isEmpty();
    assertThat(world.remembered().bootstrapRight()).isEmpty();
  }

  /** The right is a disk's: another disk of the same instance cannot tell whether it was used. */
  @Test
  void anotherDiskStartsNothing() {
    SeedWorld world = new SeedWorld(new Fuse(Set.of()));
    world.diskId = "another";

    assertThat(world.look()).isInstanceOf(BootstrapSteps.Result.Refused.class);
    assertThat(world.runs).isEmpty();
    assertThat(world.remembered().verdict().orElseThrow().state()).isEqualTo(DataState.LOST);
  }

  @Test
  void aRightThatWasUsedIsNotUsedAgain() {
    SeedWorld world = new SeedWorld(new Fuse(Set.of()));
    world.journal.left(
        AgentJournalCodec.write(
            world
                .remembered()
                .edit()
                .bootstrapRight(new BootstrapRight(new Generation(2), "n2", 1))
                .done()));

    assertThat(world.look()).isInstanceOf(BootstrapSteps.Result.Nothing.class);
    assertThat(world.runs).isEmpty();
  }

  /** A voter of generation 1 that lost its data is the seeder of generation 2. */
  @Test
  void aDiskWhoseFormerMemberIsLostMaySeed() {
    SeedWorld world = new SeedWorld(new Fuse(Set.of()));
    world.journal.left(AgentJournalCodec.write(former(DataState.LOST)));

    assertThat(world.look()).isInstanceOf(BootstrapSteps.Result.Started.class);
    assertThat(world.remembered().member().orElseThrow().identity().generation())
        .isEqualTo(new Generation(2));
  }

  /** A join made it, and its etcd was never executed. */
  @Test
  void anEmptyDirectoryIsPutAsideAndOneWithDataIsInTheWay() {
    SeedWorld world = new SeedWorld(new Fuse(Set.of()));
    world.disk.create(Generation.FIRST, "left");
    assertThat(world.look()).isInstanceOf(BootstrapSteps.Result.Started.class);
    assertThat(world.disk.directories())
        .containsExactly(world.remembered().member().orElseThrow().directory());

    SeedWorld holding = new SeedWorld(new Fuse(Set.of()));
    holding.disk.put(
        "1-held", new DataDisk.View.Holds(new EtcdClusterId(1), new MemberId(2), "held", 1, 1));
    assertThat(holding.look())
        .isInstanceOfSatisfying(
            BootstrapSteps.Result.Refused.class,
            refused -> assertThat(refused.because()).contains("1-held is in the way"));
  }

  @Test
  void aMemberThatMayServeIsNeverReplaced() {
    SeedWorld world = new SeedWorld(new Fuse(Set.of()));
    AgentJournal serving = former(DataState.LOST).edit().memberGone().done();
    world.journal.left(AgentJournalCodec.write(serving.edit().memberCreated(member()).done()));

    assertThat(world.look()).isInstanceOf(BootstrapSteps.Result.Nothing.class);
    assertThat(world.runs).isEmpty();
  }

  private static AgentJournal former(DataState state) {
    return AgentJournal.fresh(SeedWorld.SELF.instance(), "disk")
        .edit()
        .uid(SeedWorld.UID)
        .seen(Generation.FIRST)
        .bootstrapRight(new BootstrapRight(Generation.FIRST, "n1", 1))
        .memberCreated(member())
        .verdict(new DataVerdict(state, "test"))
        .done();
  }

  private static JournalMember member() {
    return JournalMember.lost(
        new MemberIdentity(
            SeedWorld.UID, Generation.FIRST, new EtcdClusterId(0xc1), new MemberId(0xa1), "former"),
        Watermark.NONE);
  }
}
