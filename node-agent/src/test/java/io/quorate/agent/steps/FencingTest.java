package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.DataHoldingRule;
import io.quorate.agent.execution.JournalFence;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.port.DataDisk;
import io.quorate.guards.Guards;
import io.quorate.model.FencingToken;
import io.quorate.recovery.Recovery;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.Lineage;
import io.quorate.state.Watermark;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A member is fenced only after the proof that its etcd stopped, wherever the agent crashes. */
class FencingTest {
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  private static final int LOOKS = 6;
  private static final JournalFence FENCE =
      new JournalFence(Journals.SECOND, "recovery-2-n", Journals.DIRECTORY, 4, 60);

  @Test
  void stopsProvesJournalsArchivesAndRests() {
    FencingWorld world = new FencingWorld(new Fuse(Set.of()));

    assertThat(world.look()).isInstanceOf(Fencing.Result.Waiting.class);
    assertThat(world.remembered().fence()).as("it may run still").isEmpty();
    assertThat(world.hurried).as("what waits for the lost quorum is not waited for").isTrue();
    assertThat(world.look()).isInstanceOf(Fencing.Result.Done.class);

    assertThat(world.remembered().fence()).contains(FENCE);
    assertThat(world.remembered().usableMember()).isEmpty();
    assertThat(world.remembered().verdict().orElseThrow().state()).isEqualTo(DataState.SUPERSEDED);
    assertThat(world.disk.directories()).isEmpty();
    assertThat(world.look()).isInstanceOf(Fencing.Result.Rests.class);
  }

  @Test
  void aCrashAnywhereEndsFencedAndNeverWithARunningEtcd() {
    FencingWorld calm = new FencingWorld(new Fuse(Set.of()));
    for (int look = 0; look < LOOKS; look++) {
      calm.look();
    }
    int moments = calm.fuse.moments().size();
    assertThat(moments).isGreaterThan(4);
    for (int first = 0; first < moments; first++) {
      for (int second = first + 1; second < moments + 4; second++) {
        FencingWorld world = new FencingWorld(new Fuse(Set.of(first, second)));
        for (int look = 0; look < 2 * LOOKS; look++) {
          try {
            world.look();
          } catch (Fuse.Crash crash) {
            world.boot();
          }
          assertThat(world.remembered().fence().isPresent() && world.runs)
              .as("crashed at %d and %d", first, second)
              .isFalse();
        }
        assertThat(world.remembered().fence()).contains(FENCE);
        assertThat(world.disk.directories()).isEmpty();
      }
    }
  }

  /** An etcd that nobody knows of may go on acknowledging (I1). */
  @Test
  void nothingIsFencedWhileAnEtcdMayBeAtWork() {
    FencingWorld world = new FencingWorld(new Fuse(Set.of()));
    world.doubt = Optional.of("process 7 runs");
    for (int look = 0; look < LOOKS; look++) {
      assertThat(world.look()).isInstanceOf(Fencing.Result.Waiting.class);
    }
    assertThat(world.remembered().fence()).isEmpty();
    assertThat(world.disk.directories()).containsExactly(Journals.DIRECTORY);
  }

  /** It serves until it is rolled back, and ends what it is at. */
  @Test
  void whoIsRolledBackHasItsWholeGrace() {
    FencingWorld world = new FencingWorld(new Fuse(Set.of()));
    world.recovery = Optional.of(FencingWorld.suspected(2, Recovery.Action.ROLLBACK).fencing(AT));

    world.look();

    assertThat(world.asked).isTrue();
    assertThat(world.hurried).isFalse();
  }

  /** Whoever it is may write to the directory still (I6). */
  @Test
  void nothingIsArchivedWhileAProcessHoldsTheDirectory() {
    FencingWorld world = new FencingWorld(new Fuse(Set.of()));
    world.held = true;
    for (int look = 0; look < LOOKS; look++) {
      assertThat(world.look()).isInstanceOf(Fencing.Result.Waiting.class);
    }
    assertThat(world.remembered().fence()).isEmpty();
    assertThat(world.disk.directories()).containsExactly(Journals.DIRECTORY);
  }

  @Test
  void aRecordThatIsNotForThisNodeFencesNothing() {
    FencingWorld world = new FencingWorld(new Fuse(Set.of()));
    for (Recovery other :
        new Recovery[] {
          FencingWorld.suspected(1).fencing(AT),
          FencingWorld.suspected(2),
          FencingWorld.suspected(2).fencing(AT).gathered(Map.of(), AT),
          FencingWorld.suspected(2).fencing(AT).by(new FencingToken(3)),
        }) {
      world.recovery = Optional.of(other);
      assertThat(world.look()).as(other.toString()).isInstanceOf(Fencing.Result.Nothing.class);
    }
    assertThat(world.runs && !world.asked).isTrue();
  }

  /** The join, or whatever it was told, waits for the quorum that is lost. */
  @Test
  void whatItWasToldBeforeEndsWithTheFence() {
    FencingWorld world = new FencingWorld(new Fuse(Set.of()));
    world.journal.left(AgentJournalCodec.write(Journals.joining(Journals.serving())));
    world.look();
    world.look();

    assertThat(world.remembered().fence()).isPresent();
    assertThat(world.remembered().progress()).isEmpty();
    assertThat(world.remembered().outcome()).isPresent();
  }

  /** Else a learner that was killed before its etcd ran would hold up a recovery for ever. */
  @Test
  void aLearnerWhoseEtcdWasNeverExecutedIsLostOnceNoEtcdIsAtWork() {
    FencingWorld world = new FencingWorld(new Fuse(Set.of()));
    JournalMember of = Journals.member();
    JournalMember unused =
        new JournalMember(
            of.identity(),
            of.directory(),
            of.clusterToken(),
            of.initialCluster(),
            0,
            false,
            Watermark.NONE,
            of.contacts());
    world.journal.left(
        AgentJournalCodec.write(
            Journals.joining(Journals.memberless().edit().memberCreated(unused).done())));
    world.disk.empty(Journals.DIRECTORY);

    assertThat(world.look()).isInstanceOf(Fencing.Result.Waiting.class);
    assertThat(world.remembered().verdict()).as("an etcd may run still").isEmpty();
    assertThat(world.look()).isInstanceOf(Fencing.Result.Done.class);

    assertThat(world.remembered().verdict().orElseThrow().state()).isEqualTo(DataState.LOST);
    assertThat(world.remembered().fence()).isEmpty();
    assertThat(world.remembered().progress()).isEmpty();
    assertThat(DataHoldingRule.of(world.remembered(), true, Optional.empty()).state())
        .isEqualTo(DataHolding.State.NONE);
  }

  /** Nobody waits for a holder whose disk is both emptied and too full to journal it (I2). */
  @Test
  void whatIsLostIsToldWhereTheDiskHasNoRoomToJournalIt() {
    FencingWorld world = new FencingWorld(new Fuse(Set.of()));
    JournalStore store = JournalStore.open(world.journal, world.remembered());
    world.disk.wipe(Journals.DIRECTORY);
    world.journal.full();

    assertThat(world.look(store)).isInstanceOf(Fencing.Result.Waiting.class);
    assertThat(world.told).as("an etcd may run still").isEmpty();
    assertThatThrownBy(() -> world.look(store)).isInstanceOf(UncheckedIOException.class);

    assertThat(world.told.orElseThrow().state()).isEqualTo(DataState.LOST);
    assertThat(world.remembered().verdict()).isEmpty();
  }

  /** It was set back, and is not empty: a person may still find what it is worth. */
  @Test
  void aDirectoryWithDataIsNotGivenUpWhateverIsWrongWithIt() {
    FencingWorld world = new FencingWorld(new Fuse(Set.of()));
    world.disk.put(
        Journals.DIRECTORY,
        new DataDisk.View.Holds(Journals.CLUSTER, Journals.MEMBER, Journals.NONCE, 1, 2));
    for (int look = 0; look < LOOKS; look++) {
      assertThat(world.look()).isInstanceOf(Fencing.Result.Waiting.class);
    }
    assertThat(world.remembered().verdict()).isEmpty();
  }

  @Test
  void theNextGenerationEndsTheRest() {
    FencingWorld world = new FencingWorld(new Fuse(Set.of()));
    world.look();
    world.look();
    world.lineage = Journals.lineage(Journals.UID, 3);

    assertThat(world.look()).isInstanceOf(Fencing.Result.Nothing.class);
    assertThat(world.remembered().usableMember()).isEmpty();
  }

  private static FencingWorld deleted(Fuse fuse) {
    FencingWorld world = new FencingWorld(fuse);
    world.recovery = Optional.empty();
    world.lineage = world.lineage.map(Lineage::deleted);
    return world;
  }

  @Test
  @Guards("CLUSTER_DELETED")
  void aMemberOfADeletedClusterIsStoppedForGoodAndItsDirectoryPutAside() {
    FencingWorld world = deleted(new Fuse(Set.of()));
    for (int look = 0; look < LOOKS; look++) {
      world.look();
    }
    assertThat(world.asked).isTrue();
    assertThat(world.disk.directories()).isEmpty();
    assertThat(world.remembered().fence().orElseThrow().recoveryId()).isEqualTo("deletion");
    assertThat(world.remembered().usableMember()).isEmpty();
    assertThat(world.look()).isInstanceOf(Fencing.Result.Rests.class);
  }

  @Test
  void anEtcdThatServesWithoutItsDataIsStoppedTooAndNothingIsCarriedOut() {
    FencingWorld world = deleted(new Fuse(Set.of()));
    world.journal.left(
        AgentJournalCodec.write(
            Journals.serving()
                .edit()
                .verdict(
                    new io.quorate.agent.execution.DataVerdict(DataState.LOST, "it is missing"))
                .done()));
    assertThat(world.look()).isInstanceOf(Fencing.Result.Rests.class);
    assertThat(world.asked).isTrue();
  }

  @Test
  void theDeletionOfAnotherClusterStopsNobody() {
    FencingWorld world = deleted(new Fuse(Set.of()));
    world.lineage =
        Journals.lineage(new io.quorate.model.ClusterUid("other"), 2).map(Lineage::deleted);
    assertThat(world.look()).isInstanceOf(Fencing.Result.Nothing.class);
    assertThat(world.asked).isFalse();
  }

  private static FencingWorld late(Fuse fuse) {
    FencingWorld world = new FencingWorld(fuse);
    world.recovery = Optional.empty();
    world.lineage = Journals.lineage(Journals.UID, 3);
    return world;
  }

  /** However it comes back, it neither serves nor votes, and its log's end stays known (I1). */
  @Test
  @Guards("DIVERGENT_DATA")
  void aMemberOfAGenerationThatIsOverIsStoppedAndArchivedWithTheEndOfItsLog() {
    FencingWorld world = late(new Fuse(Set.of()));
    for (int look = 0; look < LOOKS; look++) {
      world.look();
    }
    JournalFence over =
        new JournalFence(Journals.SECOND, "generation-3", Journals.DIRECTORY, 4, 60);

    assertThat(world.runs).isFalse();
    assertThat(world.disk.directories()).isEmpty();
    assertThat(world.remembered().fence()).contains(over);
    assertThat(world.look()).as("it may join").isInstanceOf(Fencing.Result.Nothing.class);
    assertThat(world.remembered().edit().memberGone().done().archived())
        .as("it stays known when another member comes")
        .contains(over);
  }

  /** The start decision came first: its verdict stays, and the log's end is told all the same. */
  @Test
  void oneThatWasRefusedAtItsStartIsArchivedToo() {
    FencingWorld world = late(new Fuse(Set.of()));
    world.journal.left(
        AgentJournalCodec.write(
            Journals.serving()
                .edit()
                .verdict(
                    new io.quorate.agent.execution.DataVerdict(DataState.SUPERSEDED, "it is over"))
                .done()));
    for (int look = 0; look < LOOKS; look++) {
      world.look();
    }
    assertThat(world.remembered().archived()).isPresent();
    assertThat(world.disk.directories()).isEmpty();
    assertThat(world.remembered().verdict().orElseThrow().detail()).isEqualTo("it is over");
  }

  @Test
  void oneThatIsOverIsNotArchivedWhileAnEtcdMayBeAtWork() {
    FencingWorld world = late(new Fuse(Set.of()));
    world.doubt = Optional.of("process 7 runs");
    for (int look = 0; look < LOOKS; look++) {
      assertThat(world.look()).isInstanceOf(Fencing.Result.Waiting.class);
    }
    assertThat(world.remembered().archived()).isEmpty();
    assertThat(world.disk.directories()).containsExactly(Journals.DIRECTORY);
  }

  /** A generation that is decided and not final may still be another one. */
  @Test
  void aLaterGenerationThatIsNotFinalOrAnothersFencesNothing() {
    FencingWorld world = late(new Fuse(Set.of()));
    world.lineage = Journals.lineage(new io.quorate.model.ClusterUid("other"), 3);
    assertThat(world.look()).isInstanceOf(Fencing.Result.Nothing.class);
    world.lineage =
        Journals.lineage(Journals.UID, 3)
            .map(read -> new Lineage(read.uid(), Lineage.State.COMMITTING, read.bootstrap()));
    assertThat(world.look()).isInstanceOf(Fencing.Result.Nothing.class);
    world.lineage = Journals.lineage(Journals.UID, 2);
    assertThat(world.look()).isInstanceOf(Fencing.Result.Nothing.class);
    assertThat(world.asked).isFalse();
  }
}
