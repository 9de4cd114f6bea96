package io.quorate.agent.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.AwayStore;
import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.JournalDisk;
import io.quorate.agent.steps.StepWorld;
import io.quorate.codec.Codecs;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Watermark;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The production loops on one thread, in time that a test makes. */
class AgentLoopsTest extends LoopsOverModel {
  @Test
  void aNodeIsBootstrappedServesAndStopsWithoutAThread() {
    AgentLoops loops = boot(world.ports());
    assertThat(loops.adopt()).isFalse();
    loops.start(loops.readAtStart());
    until(loops, beat -> beat.data() == DataState.NONE);
    commitBootstrap();

    Heartbeat beat = until(loops, Heartbeat::serving);

    assertThat(beat.data()).isEqualTo(DataState.INTACT);
    assertThat(loops.snapshot().unready()).isEmpty();
  }

  @Test
  void anAgentThatIsDroppedLeavesEtcdToTheNextOne() {
    firstServes();

    AgentLoops second = boot(world.ports());
    assertThat(second.adopt()).isTrue();
    second.start(second.readAtStart());

    Heartbeat beat = until(second, b -> b.boot().count() == 2 && b.serving());
    assertThat(beat.lastExit()).as("etcd was never restarted").isEmpty();
  }

  /** The commit rests on heartbeats of its own turn: whoever may be one of them beats often. */
  @Test
  void anEmptyNodeBeatsOftenWhileATrialRuns() {
    AgentLoops loops = boot(world.ports());
    loops.start(loops.readAtStart());
    until(loops, beat -> beat.data() == DataState.NONE);
    long before = beatsWithin(loops, 10);
    Recovery trial = trial();
    store.write(
        new Write.Put(
            new Item(Keys.recovery(StepWorld.SELF.cluster()), Codecs.RECOVERY.write(trial)),
            Expect.anything()));

    assertThat(beatsWithin(loops, 10)).isGreaterThan(2 * before);

    store.write(
        new Write.Put(
            new Item(
                Keys.recovery(StepWorld.SELF.cluster()),
                Codecs.RECOVERY.write(trial.tryingAgain("test", Instant.EPOCH, Instant.EPOCH))),
            Expect.anything()));
    seconds(loops, 1);
    assertThat(beatsWithin(loops, 10)).isLessThanOrEqualTo(before + 1);
  }

  private long beatsWithin(AgentLoops loops, long seconds) {
    long before = row().orElseThrow().sequence();
    seconds(loops, seconds);
    return row().orElseThrow().sequence() - before;
  }

  private static Recovery trial() {
    return Recovery.suspected(
            "recovery-1-n",
            new ClusterUid("uid-1"),
            Generation.FIRST,
            new FencingToken(1),
            Recovery.Action.RESEED,
            Instant.EPOCH)
        .fencing(Instant.EPOCH)
        .gathered(Map.of(), Instant.EPOCH)
        .trying(
            new RecoverySource(
                SnapshotId.of(Instant.EPOCH, Generation.FIRST, 1), "00ff", 1, Instant.EPOCH),
            new InstanceId("i-9"),
            Instant.EPOCH);
  }

  @Test
  void aStoreThatIsAwayHoldsUpNoStart() {
    firstServes();
    world.killEtcd();

    AgentPorts ports = world.ports();
    AgentLoops second = boot(ports, new AwayStore(), ports.etcd());
    second.adopt();
    assertThat(second.readAtStart()).isEmpty();
    second.start(Optional.empty());
    for (int turns = 0; turns < 100; turns++) {
      turn(second);
    }
    assertThat(world.etcdRuns()).isTrue();
    assertThat(second.snapshot().heartbeats()).containsKey("failed").doesNotContainKey("written");
  }

  /** Else a fleet of agents that were restarted, and reach no store, would page nobody. */
  @Test
  void theAgeOfTheReportCountsFromTheStartWhereNoneWasWritten() {
    firstServes();
    AgentPorts ports = world.ports();
    AgentLoops second = boot(ports, new AwayStore(), ports.etcd());
    second.start(second.readAtStart());
    long before = second.snapshot().own().reportAgeMillis();
    for (int turns = 0; turns < 100; turns++) {
      turn(second);
    }
    assertThat(second.snapshot().heartbeats()).doesNotContainKey("written");
    assertThat(second.snapshot().own().reportAgeMillis()).isGreaterThan(before);
  }

  @Test
  void aStoreThatStaysAwayIsToldOfOnce() {
    AgentLoops unbootstrapped = boot(world.ports(), new AwayStore(), world.ports().etcd());
    unbootstrapped.start(unbootstrapped.readAtStart());
    PrintStream before = System.out;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setOut(new PrintStream(told, true, UTF_8));
    try {
      seconds(unbootstrapped, 30);
    } finally {
      System.setOut(before);
    }

    assertThat(told.toString(UTF_8))
        .containsOnlyOnce("event=store-unavailable")
        .doesNotContain("event=store-available");
  }

  @Test
  void aReplacedDiskRunsNewNoSecondTimeThoughItsRowCannotBeReadAtFirst() {
    firstServes();

    AgentPorts ports = StepWorld.newDisk();
    AgentLoops second = boot(ports, awayAtFirst(2), ports.etcd());
    second.adopt();
    second.start(second.readAtStart());

    Heartbeat beat = until(second, b -> b.boot().diskId().startsWith("other"));
    assertThat(beat.data()).isEqualTo(DataState.LOST);
    assertThat(ports.host().see()).as("new was run").isInstanceOf(EtcdHost.Seen.None.class);
  }

  @Test
  void anEarlierDiskGoesOnTellingWhatItsRowToldThoughThatIsReadLate() {
    firstServes();
    Map<String, Object> then = world.ports().journal().load().orElseThrow();
    boot(world.ports());
    AgentLoops third = boot(world.ports());
    third.start(third.readAtStart());
    until(third, b -> b.boot().count() == 3);
    world.killEtcd();
    world.ports().journal().save(then);

    AgentLoops late = boot(world.ports(), awayAtFirst(2), world.ports().etcd());
    late.start(late.readAtStart());

    Heartbeat beat = until(late, b -> b.data() == DataState.ROLLED_BACK);
    assertThat(beat.boot().count()).as("its own journal counts the second").isEqualTo(3);
  }

  @Test
  void aSpecThatCannotBeUnderstoodHidesNothingElseFromTheStart() {
    firstServes();
    writeSpecOfALaterSchema();
    AgentPorts ports = StepWorld.newDisk();
    AgentLoops second = boot(ports);
    second.start(second.readAtStart());

    Heartbeat beat = until(second, b -> b.boot().diskId().startsWith("other"));
    assertThat(beat.data()).isEqualTo(DataState.LOST);
  }

  @Test
  void aSpecThatCannotBeUnderstoodHidesNoRowThatReportedMoreThanItsDiskHoldsNow() {
    AgentLoops first = firstServes();
    Watermark early = row().orElseThrow().watermark();
    StepWorld.DiskCopy then = world.copyDisk();
    world.cluster.writes(5);
    until(first, beat -> beat.watermark().index() > early.index());
    world.setBack(then);
    writeSpecOfALaterSchema();
    AgentPorts ports = world.ports();
    AgentLoops second = boot(ports);
    assertThat(second.adopt()).isFalse();
    second.start(second.readAtStart());
    seconds(second, 10);

    assertThat(ports.host().see()).as("etcd ran").isInstanceOf(EtcdHost.Seen.None.class);
    assertThat(row().orElseThrow().data()).isEqualTo(DataState.ROLLED_BACK);
  }

  private void writeSpecOfALaterSchema() {
    Key spec = Keys.spec(StepWorld.SELF.cluster());
    store.transact(
        List.of(new Write.Put(new Item(spec, Map.of("schemaVersion", 99L)), Expect.anything())));
  }

  @Test
  void anInitialMemberIsBootstrappedOnNoOtherDiskThanTheOneThatRegistered() {
    commitBootstrap();
    AgentPorts ports = StepWorld.newDisk();
    AgentLoops replaced = boot(ports);
    replaced.start(replaced.readAtStart());

    Heartbeat beat = until(replaced, b -> b.data().unusable());
    assertThat(beat.data()).isEqualTo(DataState.LOST);
    assertThat(ports.host().see()).as("new was run").isInstanceOf(EtcdHost.Seen.None.class);
  }

  /** The test's store, whose first reads fail. */
  private RecordStore awayAtFirst(int reads) {
    CountedStore away = new CountedStore(store);
    away.failing = reads;
    return away;
  }

  @Test
  void aNodeThatIsToStopLeavesItsBootstrapToTheNextBoot() {
    AgentLoops stopped = boot(world.ports());
    stopped.start(stopped.readAtStart());
    until(stopped, beat -> beat.data() == DataState.NONE);
    stopped.stop();
    commitBootstrap();
    seconds(stopped, 60);
    assertThat(world.etcdRuns()).isFalse();

    AgentLoops next = boot(world.ports());
    next.start(next.readAtStart());
    assertThat(until(next, beat -> beat.serving() || beat.data().unusable()).data())
        .isEqualTo(DataState.INTACT);
  }

  @Test
  void aSettledNodeIsLookedAtLessOftenUnlessItsLogGrows() {
    commitBootstrap();
    AgentLoops loops = boot(world.ports());
    loops.start(loops.readAtStart());
    until(loops, Heartbeat::serving);
    seconds(loops, 6);

    world.etcd.looks = 0;
    seconds(loops, 10);
    assertThat(world.etcd.looks).as("looks in ten seconds at rest").isBetween(4, 5);

    world.etcd.growing = true;
    seconds(loops, 3);
    world.etcd.looks = 0;
    seconds(loops, 10);
    assertThat(world.etcd.looks).as("looks in ten seconds of writes").isGreaterThanOrEqualTo(10);

    world.etcd.growing = false;
    seconds(loops, 3);
    world.etcd.looks = 0;
    seconds(loops, 10);
    assertThat(world.etcd.looks).as("looks in ten seconds at rest again").isBetween(4, 5);
  }

  /** Each call would take its whole time-out, and hold up what its agent is told meanwhile. */
  @Test
  void aNodeWithoutALeaderProvesNothingAndReadsWhatItIsToDoFourTimesASecond() {
    commitBootstrap();
    CountedStore asked = new CountedStore(store);
    AgentLoops loops = boot(world.ports(), asked, world.etcd);
    loops.start(loops.readAtStart());
    until(loops, Heartbeat::serving);
    seconds(loops, 6);
    asked.forget();
    seconds(loops, 10);
    assertThat(asked.reads).as("reads in ten seconds at rest").isLessThan(5);

    world.cluster.part(1);
    until(loops, beat -> !beat.quorumProven());
    int proofs = world.etcd.proofs;
    asked.forget();
    seconds(loops, 10);

    assertThat(world.etcd.proofs)
        .as("linearizable calls, with those it had made")
        .isEqualTo(proofs);
    assertThat(asked.reads).as("reads in ten seconds without a leader").isBetween(30, 60);
  }

  @Test
  void aDiskThatTakesNoWatermarkSilencesNoNodeAndItsRowStaysBehindItsJournal() {
    commitBootstrap();
    AgentPorts model = world.ports();
    FullableJournal journal = new FullableJournal(model.journal());
    AgentLoops loops =
        boot(
            new AgentPorts(
                store,
                model.etcd(),
                model.host(),
                model.disk(),
                journal,
                () -> now,
                model.clock(),
                model.nonces()),
            store,
            model.etcd());
    loops.start(loops.readAtStart());
    until(loops, Heartbeat::serving);
    seconds(loops, 6);
    Heartbeat before = row().orElseThrow();

    journal.full = true;
    world.etcd.growing = true;
    seconds(loops, 20);

    Heartbeat during = row().orElseThrow();
    assertThat(during.sequence()).isGreaterThan(before.sequence() + 3);
    assertThat(during.watermark()).isEqualTo(before.watermark());
    until(loops, b -> b.alert().filter(why -> why.contains("watermark")).isPresent());

    journal.full = false;
    Heartbeat after = until(loops, b -> b.watermark().index() > before.watermark().index());
    assertThat(after.serving()).isTrue();
    until(loops, b -> b.alert().filter(why -> why.startsWith("over: the water")).isPresent());
    until(loops, b -> b.alert().isEmpty());
  }

  /** A journal on a disk that is full for a while. */
  private static final class FullableJournal implements JournalDisk {
    private final JournalDisk disk;
    private boolean full;

    FullableJournal(JournalDisk disk) {
      this.disk = disk;
    }

    @Override
    public Optional<Map<String, Object>> load() {
      return disk.load();
    }

    @Override
    public void save(Map<String, Object> document) {
      if (full) {
        throw new UncheckedIOException("full", new IOException("No space left on device"));
      }
      disk.save(document);
    }
  }
}
