package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.DataHoldingRule;
import io.quorate.agent.execution.JournalFence;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.Launch;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.recovery.Recovery;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.Lineage;
import io.quorate.state.Watermark;
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

  private static Recovery suspected(long generation) {
    return Recovery.suspected(
        "recovery-2-n",
        Journals.UID,
        new Generation(generation),
        new FencingToken(30),
        Recovery.Action.RESEED,
        AT);
  }

  /** One node whose etcd runs, and dies with nobody's leave but its agent's. */
  private static final class World implements EtcdControl {
    private final Fuse fuse;
    private final ModelDisk disk;
    private final ModelJournal journal;
    private final NodeDescription self =
        new NodeDescription(
            new ClusterName("demo"), Journals.NODE, "zone-1", Journals.ENDPOINTS, "test");
    private boolean runs = true;
    private boolean asked;
    private Optional<String> doubt = Optional.empty();
    private Optional<Recovery> recovery = Optional.of(suspected(2).fencing(AT));
    private Optional<Lineage> lineage = Journals.lineage(Journals.UID, 2);

    World(Fuse fuse) {
      this.fuse = fuse;
      disk = new ModelDisk(fuse);
      journal = new ModelJournal(fuse);
      journal.left(AgentJournalCodec.write(Journals.serving()));
      disk.put(
          Journals.DIRECTORY,
          new DataDisk.View.Holds(Journals.CLUSTER, Journals.MEMBER, Journals.NONCE, 4, 60));
      disk.execute(Journals.DIRECTORY);
    }

    AgentJournal remembered() {
      return AgentJournalCodec.read(journal.load().orElseThrow(), "journal");
    }

    Fencing.Result look() {
      return look(JournalStore.open(journal, remembered()));
    }

    private Fencing.Result look(JournalStore store) {
      return new Fencing(
              new StepContext(
                  self,
                  store,
                  new NoEtcd(),
                  disk,
                  this,
                  ClusterSpec.defaults(self.cluster(), StepWorld.version()),
                  () -> "nonce"),
              Optional.of(own -> runs ? Optional.of("somebody listens") : doubt))
          .advance(lineage, recovery);
    }

    /** The next boot starts what may start. */
    void boot() {
      asked = false;
      if (remembered().usableMember().isPresent()
          && disk.directories().contains(Journals.DIRECTORY)) {
        runs = true;
        disk.release();
        disk.execute(Journals.DIRECTORY);
      }
    }

    @Override
    public void run(Launch launch) {
      throw new AssertionError("fencing started etcd: " + launch);
    }

    @Override
    public void runFirst(Launch launch) {
      throw new AssertionError("fencing started etcd: " + launch);
    }

    @Override
    public void stop() {
      asked = true;
    }

    /** It takes one look longer than it was asked. */
    @Override
    public boolean stopped() {
      boolean before = !runs;
      if (asked) {
        runs = false;
        disk.release();
      }
      return before;
    }

    @Override
    public Optional<String> refused(Optional<ClusterSpec> spec) {
      return Optional.empty();
    }
  }

  @Test
  void stopsProvesJournalsArchivesAndRests() {
    World world = new World(new Fuse(Set.of()));

    assertThat(world.look()).isInstanceOf(Fencing.Result.Waiting.class);
    assertThat(world.remembered().fence()).as("it may run still").isEmpty();
    assertThat(world.look()).isInstanceOf(Fencing.Result.Done.class);

    assertThat(world.remembered().fence()).contains(FENCE);
    assertThat(world.remembered().usableMember()).isEmpty();
    assertThat(world.remembered().verdict().orElseThrow().state()).isEqualTo(DataState.SUPERSEDED);
    assertThat(world.disk.directories()).isEmpty();
    assertThat(world.look()).isInstanceOf(Fencing.Result.Rests.class);
  }

  @Test
  void aCrashAnywhereEndsFencedAndNeverWithARunningEtcd() {
    World calm = new World(new Fuse(Set.of()));
    for (int look = 0; look < LOOKS; look++) {
      calm.look();
    }
    int moments = calm.fuse.moments().size();
    assertThat(moments).isGreaterThan(4);
    for (int first = 0; first < moments; first++) {
      for (int second = first + 1; second < moments + 4; second++) {
        World world = new World(new Fuse(Set.of(first, second)));
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
    World world = new World(new Fuse(Set.of()));
    world.doubt = Optional.of("process 7 runs");
    for (int look = 0; look < LOOKS; look++) {
      assertThat(world.look()).isInstanceOf(Fencing.Result.Waiting.class);
    }
    assertThat(world.remembered().fence()).isEmpty();
    assertThat(world.disk.directories()).containsExactly(Journals.DIRECTORY);
  }

  @Test
  void aRecordThatIsNotForThisNodeFencesNothing() {
    World world = new World(new Fuse(Set.of()));
    for (Recovery other :
        new Recovery[] {
          suspected(1).fencing(AT),
          suspected(2),
          suspected(2).fencing(AT).gathered(Map.of(), AT),
          suspected(2).fencing(AT).by(new FencingToken(3)),
        }) {
      world.recovery = Optional.of(other);
      assertThat(world.look()).as(other.toString()).isInstanceOf(Fencing.Result.Nothing.class);
    }
    assertThat(world.runs && !world.asked).isTrue();
  }

  /** The join, or whatever it was told, waits for the quorum that is lost. */
  @Test
  void whatItWasToldBeforeEndsWithTheFence() {
    World world = new World(new Fuse(Set.of()));
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
    World world = new World(new Fuse(Set.of()));
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

  /** It was set back, and is not empty: a person may still find what it is worth. */
  @Test
  void aDirectoryWithDataIsNotGivenUpWhateverIsWrongWithIt() {
    World world = new World(new Fuse(Set.of()));
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
    World world = new World(new Fuse(Set.of()));
    world.look();
    world.look();
    world.lineage = Journals.lineage(Journals.UID, 3);

    assertThat(world.look()).isInstanceOf(Fencing.Result.Nothing.class);
    assertThat(world.remembered().usableMember()).isEmpty();
  }

  private static World deleted(Fuse fuse) {
    World world = new World(fuse);
    world.recovery = Optional.empty();
    world.lineage = world.lineage.map(Lineage::deleted);
    return world;
  }

  @Test
  void aMemberOfADeletedClusterIsStoppedForGoodAndItsDirectoryPutAside() {
    World world = deleted(new Fuse(Set.of()));
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
    World world = deleted(new Fuse(Set.of()));
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
    World world = deleted(new Fuse(Set.of()));
    world.lineage =
        Journals.lineage(new io.quorate.model.ClusterUid("other"), 2).map(Lineage::deleted);
    assertThat(world.look()).isInstanceOf(Fencing.Result.Nothing.class);
    assertThat(world.asked).isFalse();
  }

  private static World late(Fuse fuse) {
    World world = new World(fuse);
    world.recovery = Optional.empty();
    world.lineage = Journals.lineage(Journals.UID, 3);
    return world;
  }

  /** However it comes back, it neither serves nor votes, and its log's end stays known (I1). */
  @Test
  void aMemberOfAGenerationThatIsOverIsStoppedAndArchivedWithTheEndOfItsLog() {
    World world = late(new Fuse(Set.of()));
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
    World world = late(new Fuse(Set.of()));
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
    World world = late(new Fuse(Set.of()));
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
    World world = late(new Fuse(Set.of()));
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
