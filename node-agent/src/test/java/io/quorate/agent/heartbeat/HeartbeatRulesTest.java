package io.quorate.agent.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.ListedMembers;
import io.quorate.codec.Codecs;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.EtcdRuns;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import io.quorate.state.ProcessState;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What moves the state version, what raises attention, and whose row it is. */
class HeartbeatRulesTest {
  private static final MemberId PEER = new MemberId(0xb2);
  private static final NodeDescription SELF =
      new NodeDescription(
          new ClusterName("demo"), Journals.NODE, "zone", Journals.ENDPOINTS, "test");
  private final HeartbeatComposer composer = Composers.of(SELF, "boot");
  private final InMemoryRecordStore store = new InMemoryRecordStore();
  private long now = 10_000;

  @Test
  void lostDataIsToldThoughTheDiskIsTooFullToJournalIt() {
    ProbeResult calm = view(1, 0);
    ProbeResult lost =
        new ProbeResult(
            calm.process(),
            Optional.of(new DataVerdict(DataState.LOST, "deleted")),
            calm.lastExit(),
            calm.runs(),
            calm.status(),
            calm.listing(),
            calm.peers());

    moves(Journals.serving(), lost);

    assertThat(beat(Journals.serving(), lost).data()).isEqualTo(DataState.LOST);
  }

  @Test
  void countersSizesAndTimesMoveNoStateVersion() {
    Heartbeat first = beat(Journals.serving(), view(1, 0));
    Heartbeat second = beat(Journals.serving(), view(99, 0));
    assertThat(second.sequence()).isEqualTo(first.sequence() + 1);
    assertThat(second.stateVersion()).isEqualTo(first.stateVersion());
    Heartbeat silent = beat(Journals.serving(), view(99, 1_000));
    assertThat(silent.stateVersion()).isEqualTo(first.stateVersion() + 1);
    assertThat(beat(Journals.serving(), view(99, 2_000)).stateVersion())
        .as("how long it is silent is a time")
        .isEqualTo(silent.stateVersion());
  }

  @Test
  void everythingElseMovesIt() {
    ProbeResult calm = view(1, 0);
    AgentJournal journal = Journals.serving();
    moves(journal, view(ProcessState.UNRESPONSIVE, Optional.empty(), Optional.of(PEER), calm));
    moves(journal, view(ProcessState.ANSWERING, Optional.of("KILLED"), Optional.of(PEER), calm));
    moves(journal, view(ProcessState.ANSWERING, Optional.empty(), Optional.empty(), calm));
    moves(
        journal,
        new ProbeResult(
            calm.process(),
            calm.verdict(),
            calm.lastExit(),
            calm.runs(),
            calm.status(),
            Optional.empty(),
            calm.peers()));
    moves(
        journal,
        new ProbeResult(
            calm.process(),
            calm.verdict(),
            calm.lastExit(),
            new EtcdRuns(Optional.empty(), 2, Optional.empty()),
            calm.status(),
            calm.listing(),
            calm.peers()));
    moves(journal, view(1, 1));
    moves(journal.edit().seen(new Generation(3)).done(), calm);
    moves(journal.edit().seen(new FencingToken(21)).done(), calm);
    moves(journal.edit().verdict(new DataVerdict(DataState.LOST, "")).done(), calm);
    moves(journal.edit().memberGone().done(), calm);
    moves(journal.edit().booted().done(), calm);
  }

  private void moves(AgentJournal journal, ProbeResult view) {
    long before = beat(Journals.serving(), view(1, 0)).stateVersion();
    assertThat(beat(journal, view).stateVersion()).isEqualTo(before + 1);
  }

  @Test
  void alertSaysWhatIsUnsettled() {
    Heartbeat calm = beat(Journals.serving(), view(1, 0));
    assertThat(AlertPolicy.unsettled(calm)).isEmpty();
    ProbeResult view = view(1, 0);
    unsettled(
        "data LOST",
        Journals.serving().edit().verdict(new DataVerdict(DataState.LOST, "")).done(),
        view);
    unsettled("no member on this disk", Journals.memberless(), view);
    unsettled(
        "etcd UNRESPONSIVE",
        Journals.serving(),
        view(ProcessState.UNRESPONSIVE, Optional.empty(), Optional.of(PEER), view));
    unsettled(
        "no leader",
        Journals.serving(),
        view(ProcessState.ANSWERING, Optional.empty(), Optional.empty(), view));
    unsettled("member b2 does not answer", Journals.serving(), view(1, 1));
  }

  private void unsettled(String why, AgentJournal journal, ProbeResult view) {
    Heartbeat beat = beat(journal, view);
    assertThat(AlertPolicy.unsettled(beat)).contains(why);
    assertThat(beat.alert()).contains(why);
  }

  @Test
  void alertIsRaisedUntilItIsWrittenThenAgainAfterAWhile() {
    ProbeResult silent = view(1, 1);
    assertThat(beat(Journals.serving(), silent).alert()).isPresent();
    assertThat(beat(Journals.serving(), silent).alert()).as("not written yet").isPresent();
    composer.written();
    assertThat(beat(Journals.serving(), silent).alert()).isEmpty();
    now += 5_000;
    assertThat(beat(Journals.serving(), silent).alert()).isPresent();
  }

  @Test
  void theEndOfTroubleRaisesAlertOnce() {
    Optional<String> alarm = Optional.of("the watermark stands still");
    settled();
    assertThat(beat(alarm).alert()).as("not a change of state").isEmpty();
    now += 5_000;
    assertThat(beat(alarm).alert()).isEqualTo(alarm);
    composer.written();

    Heartbeat over = beat(Optional.empty());
    assertThat(over.alert()).contains("over: the watermark stands still");
    assertThat(beat(Optional.empty()).alert()).as("not written yet").isPresent();
    composer.written();
    steadyForAnHour();
  }

  @Test
  void aHeartbeatAfterALongPauseRaisesAlertOnce() {
    settled();
    long version = beat(Optional.empty()).stateVersion();
    composer.written();
    now += 24_000;

    Heartbeat late = beat(Optional.empty());
    assertThat(late.alert()).contains("no heartbeat was written for 24 s");
    assertThat(late.stateVersion()).as("no evidence is moved by it").isEqualTo(version);
    composer.written();
    steadyForAnHour();
  }

  @Test
  void whatTheStoreDidNotTakeCountsAsAPauseToo() {
    settled();
    for (int i = 0; i < 40; i++) {
      now += 500;
      beat(Optional.empty());
    }
    assertThat(beat(Optional.empty()).alert()).contains("no heartbeat was written for 20 s");
  }

  private void settled() {
    beat(Optional.empty());
    composer.written();
    assertThat(beat(Optional.empty()).alert()).isEmpty();
    composer.written();
  }

  private void steadyForAnHour() {
    for (int i = 0; i < 720; i++) {
      now += 5_000;
      assertThat(beat(Optional.empty()).alert()).isEmpty();
      composer.written();
    }
  }

  private Heartbeat beat(Optional<String> alarm) {
    return composer.next(
        Journals.serving(),
        view(1, 0),
        Optional.empty(),
        false,
        alarm,
        Instant.ofEpochMilli(now),
        now++);
  }

  @Test
  void anotherBootsRowIsLeftAlone() {
    Heartbeat mine = beat(Journals.serving(), view(1, 0));
    HeartbeatWriter writer = writer(Optional.empty());
    assertThat(writer.write(mine, now)).isTrue();

    Heartbeat other = next(Composers.of(SELF, "another boot"));
    assertThat(writer(Optional.of(mine)).write(other, now)).isTrue();
    assertThat(writer.write(mine, now)).isFalse();
    assertThat(writer.replaced()).isTrue();
    Key row = Keys.node(SELF.cluster(), SELF.instance());
    Item theirs = store.read(List.of(row)).get(row);
    now += 29_999;
    assertThat(writer.write(mine, now)).isFalse();
    assertThat(store.read(List.of(row))).containsEntry(row, theirs);
  }

  @Test
  void aRowThatNobodyWritesAnyMoreIsTaken() {
    Heartbeat mine = beat(Journals.serving(), view(1, 0));
    HeartbeatWriter writer = writer(Optional.empty());
    assertThat(writer.write(mine, now)).isTrue();
    Item former =
        new Item(
            Keys.node(SELF.cluster(), SELF.instance()),
            Codecs.HEARTBEAT.write(next(Composers.of(SELF, "on a former disk"))));
    store.write(new Write.Put(former, Expect.anything()));

    assertThat(writer.write(mine, now)).isFalse();
    assertThat(writer.replaced()).isTrue();
    now += 30_000;
    assertThat(writer.write(beat(Journals.serving(), view(1, 0)), now)).isTrue();
    assertThat(writer.replaced()).isFalse();
  }

  private HeartbeatWriter writer(Optional<Heartbeat> row) {
    return new HeartbeatWriter(store, row, () -> 5_000);
  }

  private Heartbeat next(HeartbeatComposer of) {
    return of.next(
        Journals.serving(),
        view(1, 0),
        Optional.empty(),
        false,
        Optional.empty(),
        Instant.EPOCH,
        now);
  }

  @Test
  void aRestoredTableIsNoOtherAgent() {
    Heartbeat earlier = beat(Journals.serving(), view(1, 0));
    Heartbeat mine =
        Composers.of(SELF, "next boot")
            .next(
                Journals.serving().edit().booted().done(),
                view(1, 0),
                Optional.empty(),
                false,
                Optional.empty(),
                Instant.EPOCH,
                now);
    HeartbeatWriter writer = writer(Optional.empty());
    assertThat(writer.write(mine, now)).isTrue();

    Item older =
        new Item(Keys.node(SELF.cluster(), SELF.instance()), Codecs.HEARTBEAT.write(earlier));
    store.write(new Write.Put(older, Expect.anything()));
    assertThat(writer.write(mine, now)).as("the row of an earlier boot came back").isFalse();
    assertThat(writer.replaced()).isFalse();
    assertThat(writer.write(mine, now)).as("it is written over").isTrue();
  }

  @Test
  void anEmptiedTableIsNoOtherAgent() {
    Heartbeat mine = beat(Journals.serving(), view(1, 0));
    HeartbeatWriter writer =
        new HeartbeatWriter(new InMemoryRecordStore(), Optional.of(mine), () -> 5_000);
    assertThat(writer.write(mine, now)).isFalse();
    assertThat(writer.replaced()).isFalse();
    assertThat(writer.write(mine, now)).as("the row is written anew").isTrue();
  }

  @Test
  void aLostAnswerToTheFirstWriteIsNoOtherAgent() {
    Heartbeat mine = beat(Journals.serving(), view(1, 0));
    assertThat(writer(Optional.empty()).write(mine, now)).isTrue();
    HeartbeatWriter unaware = writer(Optional.empty());
    assertThat(unaware.write(mine, now)).isTrue();
    assertThat(unaware.replaced()).isFalse();
  }

  @Test
  void aWriteThatTheStoreExecutesLateNeverPutsTheRowBack() {
    List<Write> sent = new ArrayList<>();
    HeartbeatWriter writer =
        new HeartbeatWriter(
            (RecordStore)
                Proxy.newProxyInstance(
                    RecordStore.class.getClassLoader(),
                    new Class<?>[] {RecordStore.class},
                    (proxy, method, args) -> {
                      sent.add((Write) args[0]);
                      return method.invoke(store, args);
                    }),
            Optional.empty(),
            () -> 5_000);
    for (int i = 0; i < 3; i++) {
      assertThat(writer.write(beat(Journals.serving(), view(1, 0)), now)).isTrue();
    }
    Key row = Keys.node(SELF.cluster(), SELF.instance());
    Item last = store.read(List.of(row)).get(row);

    assertThat(sent).hasSize(3);
    sent.forEach(store::write);
    assertThat(store.read(List.of(row))).containsEntry(row, last);
  }

  private Heartbeat beat(AgentJournal journal, ProbeResult view) {
    return composer.next(
        journal, view, Optional.empty(), false, Optional.empty(), Instant.ofEpochMilli(now), now++);
  }

  private static ProbeResult view(long counter, long silentMillis) {
    MemberStatus status = status(counter, Optional.of(PEER));
    ListedMembers listing =
        new ListedMembers(
            Journals.CLUSTER,
            Journals.MEMBER,
            List.of(
                new ListedMembers.Listed(
                    new MemberEntry(PEER, "i-2", List.of("http://10.0.0.2:2380"), false),
                    List.of("http://10.0.0.2:2379"))));
    return new ProbeResult(
        ProcessState.ANSWERING,
        Optional.empty(),
        Optional.empty(),
        EtcdRuns.UNTOLD,
        Optional.of(status),
        Optional.of(listing),
        List.of(new PeerView(PEER, silentMillis, true)));
  }

  private static ProbeResult view(
      ProcessState process, Optional<String> exit, Optional<MemberId> leader, ProbeResult like) {
    return new ProbeResult(
        process,
        like.verdict(),
        exit,
        like.runs(),
        Optional.of(status(1, leader)),
        like.listing(),
        like.peers());
  }

  private static MemberStatus status(long counter, Optional<MemberId> leader) {
    return new MemberStatus(
        Journals.MEMBER,
        Journals.CLUSTER,
        leader,
        false,
        counter,
        counter,
        counter,
        counter,
        counter,
        counter,
        "3.5.30",
        List.of());
  }
}
