package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.steps.StepWorld;
import io.quorate.codec.Codecs;
import io.quorate.codec.CommandCodec;
import io.quorate.command.Lane;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.spec.SpecReader;
import io.quorate.state.Heartbeat;
import io.quorate.state.SpecRecord;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Notice;
import io.quorate.store.Write;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node at rest that beats seldom: what it asks of the store, and when it learns of a change. */
class NoticeThroughTheStoreTest extends LoopsOverModel {
  private static final ClusterName CLUSTER = StepWorld.SELF.cluster();
  private final CountedStore counted = new CountedStore(store);
  private final OneTask oneTask = new OneTask();

  private AgentLoops atRest() {
    return atRest("");
  }

  private AgentLoops atRest(String timings) {
    store.write(spec(timings));
    commitBootstrap();
    AgentLoops loops =
        boot(world.ports(), counted, world.etcd, VERSION, oneTask.programs, oneTask.worker);
    loops.start(loops.readAtStart());
    until(loops, Heartbeat::serving);
    seconds(loops, 120);
    counted.forget();
    return loops;
  }

  private static Write spec(String timings) {
    String text = "name: " + CLUSTER + "\netcd: {version: '3.5'}\n" + timings;
    SpecRecord record =
        new SpecRecord(
            SpecReader.read(text).orThrow(), new ClusterUid("uid-1"), 1, Instant.EPOCH, "test");
    return new Write.Put(
        new Item(Keys.spec(CLUSTER), Codecs.SPEC.write(record)), Expect.anything());
  }

  private static Write task() {
    Key key = Keys.command(CLUSTER, Lane.MAINTENANCE, StepWorld.SELF.instance());
    return new Write.Put(new Item(key, CommandCodec.write(OneTask.slot())), Expect.anything());
  }

  private long untilBegun(AgentLoops loops) {
    long told = now;
    while (oneTask.work().isEmpty() && now < told + 600_000) {
      turn(loops);
    }
    return now - told;
  }

  @Test
  void anHourAtRestIsThreeHeartbeatsAMinuteAGlanceEachTwoSecondsAndTwelveReads() {
    AgentLoops loops = atRest();

    seconds(loops, 3_600);

    assertThat(counted.writes).isBetween(178, 181);
    assertThat(counted.reads).isBetween(11, 13);
    assertThat(counted.glances).isBetween(1_600, 1_801);
    assertThat(row().orElseThrow().alert()).isEmpty();
  }

  @Test
  void noHeartbeatAtRestRaisesAnAlert() {
    AgentLoops loops = atRest("timings: {heartbeatSteady: 30s}");
    for (int second = 0; second < 600; second++) {
      seconds(loops, 1);
      assertThat(row().orElseThrow().alert()).isEmpty();
    }
  }

  @Test
  void aTaskBeginsWithinTheNextGlance() {
    AgentLoops loops = atRest();

    store.transact(Notice.with(CLUSTER, List.of(task())));

    assertThat(untilBegun(loops)).isLessThanOrEqualTo(2_500);
  }

  @Test
  void whatFollowsAChangeIsSeenWithinASecond() {
    AgentLoops loops = atRest();
    long sequence = row().orElseThrow().sequence();
    store.write(Notice.change(CLUSTER));
    until(loops, beat -> beat.sequence() > sequence);
    seconds(loops, 2);

    store.transact(Notice.with(CLUSTER, List.of(task())));

    assertThat(untilBegun(loops)).isLessThanOrEqualTo(1_000);
  }

  @Test
  void aTaskWhoseNoticeIsLostBeginsWithTheReadThatComesAnyway() {
    AgentLoops loops = atRest();

    store.write(task());

    assertThat(untilBegun(loops)).isBetween(2_500L, 330_000L);
  }

  @Test
  void aReadThatFailsAfterANoticeIsTriedAgainAtOnce() {
    AgentLoops loops = atRest();
    counted.failing = Integer.MAX_VALUE;
    store.transact(Notice.with(CLUSTER, List.of(task())));
    seconds(loops, 10);
    assertThat(oneTask.work()).isEmpty();

    counted.failing = 0;

    assertThat(untilBegun(loops)).isLessThanOrEqualTo(2_000);
  }

  @Test
  void aNoticeBringsAFreshHeartbeatThatRaisesNoAlert() {
    AgentLoops loops = atRest();
    Heartbeat before = row().orElseThrow();

    store.write(Notice.change(CLUSTER));
    seconds(loops, 3);

    Heartbeat fresh = row().orElseThrow();
    assertThat(fresh.sequence()).isGreaterThan(before.sequence());
    assertThat(fresh.stateVersion()).isEqualTo(before.stateVersion());
    assertThat(fresh.alert()).isEmpty();
  }

  @Test
  void aHeartbeatThatANoticeBringsTellsWhatWasProvenForIt() {
    AgentLoops loops = atRest();
    for (int before = world.etcd.proofs; world.etcd.proofs == before; ) {
      turn(loops);
    }
    long sequence = row().orElseThrow().sequence();
    store.write(Notice.change(CLUSTER));
    int proofs = world.etcd.proofs;

    until(loops, beat -> beat.sequence() > sequence);

    assertThat(world.etcd.proofs).isGreaterThan(proofs);
  }

  @Test
  void whileATaskRunsTheNodeBeatsEachFiveSeconds() {
    AgentLoops loops = atRest();
    store.transact(Notice.with(CLUSTER, List.of(task())));
    untilBegun(loops);
    counted.forget();

    seconds(loops, 20);

    assertThat(counted.writes).isBetween(4, 6);
    oneTask.work().orElseThrow().run();
    until(loops, row -> row.report().taskOutcome().isPresent());
  }

  @Test
  void aNodeThatBeatsOftenReadsWithEachHeartbeatAndGlancesAtNothing() {
    AgentLoops loops = atRest("timings: {heartbeatSteady: 5s}");

    seconds(loops, 60);

    assertThat(counted.glances).isZero();
    assertThat(counted.reads).isEqualTo(counted.writes).isBetween(11, 13);
  }

  @Test
  void aLostQuorumIsToldOfLongBeforeTheNextHeartbeat() {
    AgentLoops loops = atRest();
    world.etcd.unproven = true;
    long lost = now;

    until(loops, beat -> !beat.quorumProven());

    assertThat(now - lost).isLessThanOrEqualTo(5_100);
  }

  /** Until it is told, nobody makes room for etcd, which refuses all writes. */
  @Test
  void anAlarmIsToldOfAtOnceAndWithAnAlert() {
    AgentLoops loops = atRest();
    world.etcd.alarms = List.of("memberID:1 alarm:NOSPACE ");
    long raised = now;

    Heartbeat told =
        until(loops, beat -> beat.status().filter(s -> !s.alarms().isEmpty()).isPresent());

    assertThat(now - raised).isLessThanOrEqualTo(2_600);
    assertThat(told.alert()).isPresent();
  }
}
