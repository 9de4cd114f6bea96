package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.command.CommandKind;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.FakeZones;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.view.DnsChange;
import io.quorate.controller.view.DnsRecord;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.spec.SpecReader;
import io.quorate.state.Condition;
import io.quorate.state.DnsRecords;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The records of the cluster's name follow its members, at the end of turns. */
class NameRecordsTest {
  private static final String NAME = "demo.etcd.internal";
  private static final String PLAIN = "_etcd-client._tcp." + NAME;
  private static final String MARK = "_quorate." + NAME;
  private static final String OLDER = "quorate cluster=demo uid=uid-1 token=0";

  private ClusterFixture fixture;
  private StoreStage stage;
  private FakeZones zones;
  private boolean delays;

  @BeforeEach
  void named() {
    fixture = ClusterFixture.healthy(3);
    named("dns: {zone: Z1, name: demo.etcd.internal}");
    begin();
  }

  private void named(String dns) {
    fixture.spec =
        SpecReader.read("name: demo\netcd: {version: 3.5}\nsnapshots: {interval: off}\n" + dns)
            .orThrow();
  }

  /** Begins at a table that tells what the fixture tells, with the zone as it is. */
  private void begin() {
    List<DnsRecord> before = zones == null ? List.of() : List.copyOf(zones.records);
    stage = StoreStage.of(fixture);
    zones = stage.zones;
    zones.records.addAll(before);
  }

  /** Another turn, so much later; the table tells what the fixture tells by then. */
  private void later(Duration time) {
    fixture.status = stage.status();
    fixture.after(time);
    FakeZones kept = zones;
    begin();
    zones.failing = kept.failing;
    zones.losesAnswers = kept.losesAnswers;
    zones.delays = delays;
    stage.now = fixture.now;
    turn();
  }

  private void turn() {
    assertThat(stage.turn()).isInstanceOfAny(TurnResult.Settled.class, TurnResult.Unsettled.class);
  }

  private List<String> addresses() {
    return zones.values("A", NAME);
  }

  private DnsRecords known() {
    return stage.status().dns().orElseThrow();
  }

  private String shown(Condition.Type type) {
    fixture.status = stage.status();
    return fixture.shown(type).orElse("");
  }

  @Test
  @Guards("ChangeRecords")
  void theNameTellsEachVoterThatServes() {
    turn();

    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.3");
    assertThat(zones.values("A", "i-2." + NAME)).containsExactly("10.0.0.2");
    assertThat(zones.values("SRV", PLAIN))
        .containsExactly(
            "0 0 2379 i-1." + NAME + ".",
            "0 0 2379 i-2." + NAME + ".",
            "0 0 2379 i-3." + NAME + ".");
    assertThat(zones.values("TXT", MARK))
        .singleElement()
        .asString()
        .startsWith("\"quorate cluster=demo uid=uid-1 token=");
    assertThat(zones.records).allMatch(record -> record.ttlSeconds() == 10);
    assertThat(stage.decisions()).contains("CHANGE_RECORDS");
    assertThat(known().lateSince()).isEmpty();
  }

  @Test
  void withTlsTheServiceIsTheSecureOne() {
    fixture.actors.values().forEach(node -> node.tls = true);
    begin();

    turn();

    assertThat(zones.values("SRV", "_etcd-client-ssl._tcp." + NAME)).hasSize(3);
    assertThat(zones.values("SRV", PLAIN)).isEmpty();
  }

  @Test
  void aSteadyTurnMakesNoCallAndAnHourlyOneReads() {
    turn();
    later(Duration.ofMinutes(1));
    assertThat(zones.reads + zones.writes).isZero();

    later(Duration.ofHours(1));
    assertThat(zones.reads).isEqualTo(1);
    assertThat(zones.writes).isZero();

    later(Duration.ofMinutes(1));
    assertThat(zones.reads + zones.writes).isZero();
  }

  @Test
  void withoutANameNothingIsCalledOrRemembered() {
    named("");
    begin();

    turn();

    assertThat(zones.reads + zones.writes).isZero();
    assertThat(stage.status().dns()).isEmpty();
  }

  @Test
  void whoRestartsStaysAndWhoStaysAwayGoesAfterTheRestart() {
    turn();
    fixture.node("i-3").answering = false;
    fixture.node("i-3").quorumProven = false;

    later(Duration.ofSeconds(5));
    later(Duration.ofSeconds(25));
    assertThat(addresses()).contains("10.0.0.3");
    assertThat(zones.writes).isZero();

    later(Duration.ofSeconds(10));
    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2");
    assertThat(zones.values("A", "i-3." + NAME)).isEmpty();
    assertThat(zones.values("SRV", PLAIN)).hasSize(2);

    fixture.node("i-3").answering = true;
    fixture.node("i-3").quorumProven = true;
    later(Duration.ofSeconds(5));
    assertThat(addresses()).contains("10.0.0.3");
    assertThat(known().notReady()).isEmpty();
  }

  @Test
  void aVoterThatIsClosedToClientsIsNotTold() {
    fixture.node("i-3").report = fixture.node("i-3").report.closed(true);
    begin();
    turn();
    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2");

    fixture.node("i-3").report = fixture.node("i-3").report.closed(false);
    later(Duration.ofSeconds(5));
    assertThat(addresses()).hasSize(3);
  }

  @Test
  void aSilentAgentsMemberStaysWhileTheLeaderHearsIt() {
    turn();
    fixture.silence("i-3");
    later(Duration.ofMinutes(1));
    later(Duration.ofMinutes(1));
    assertThat(addresses()).contains("10.0.0.3");

    fixture.inactive("i-3", Duration.ofSeconds(20));
    later(Duration.ofSeconds(5));
    later(Duration.ofSeconds(31));
    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2");
  }

  @Test
  void theLeaderWhoseAgentIsSilentStaysWhileOthersFollowIt() {
    turn();
    fixture.silence("i-1");
    later(Duration.ofMinutes(1));
    later(Duration.ofMinutes(1));
    assertThat(addresses()).contains("10.0.0.1");

    fixture.node("i-2").follows = Optional.of(fixture.member("i-2"));
    fixture.node("i-3").follows = Optional.of(fixture.member("i-2"));
    fixture.node("i-2").raftTerm = 3;
    fixture.node("i-3").raftTerm = 3;
    fixture.inactive("i-1", Duration.ofSeconds(20));
    later(Duration.ofSeconds(5));
    later(Duration.ofSeconds(31));
    assertThat(addresses()).containsExactly("10.0.0.2", "10.0.0.3");
  }

  @Test
  void aDeletedClusterGivesItsNameUp() {
    turn();
    fixture.lineage = fixture.lineage.deleted();

    later(Duration.ofMinutes(1));

    assertThat(zones.records).isEmpty();
    assertThat(stage.status().dns()).isEmpty();
  }

  @Test
  void whoLeavesOrIsTerminatedGoesAtOnceThoughItServes() {
    turn();
    fixture.instances.put(new InstanceId("i-3"), InstanceState.SHUTTING_DOWN);
    later(Duration.ofSeconds(5));
    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2");
  }

  @Test
  void whomTheGroupTerminatesGoesAtOnceThoughItsHookHoldsItAndItCannotLeaveYet() {
    turn();
    fixture.heldTermination("i-3");

    later(Duration.ofSeconds(5));

    assertThat(stage.decisions()).doesNotContain("ISSUE_INSTRUCTION");
    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2");
  }

  @Test
  void whoIsToldToLeaveGoesInTheSameTurn() {
    turn();
    fixture.knowsLeave().heldTermination("i-3");
    fixture.desired = 2;

    later(Duration.ofSeconds(5));

    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2");
    assertThat(stage.decisions()).contains("ISSUE_INSTRUCTION");
    assertThat(stage.decisions().indexOf("ISSUE_INSTRUCTION"))
        .as("what heals is decided first: %s", stage.decisions())
        .isLessThan(stage.decisions().lastIndexOf("CHANGE_RECORDS"));
  }

  @Test
  void anOpenRemovalOrLeaveTakesItsMemberOut() {
    turn();
    fixture.status = stage.status();
    fixture.open(CommandKind.LEAVE, "i-2");
    FakeZones kept = zones;
    begin();
    zones.failing = kept.failing;

    turn();

    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.3");
  }

  @Test
  void aRestartThatIsOpenTakesNobodyOut() {
    turn();
    fixture.status = stage.status();
    fixture.open(CommandKind.RESTART_MEMBER, "i-2");
    begin();

    turn();

    assertThat(addresses()).hasSize(3);
  }

  @Test
  void aLearnerIsNotTold() {
    fixture.launch("i-4").joined(fixture.lineage.bootstrap().orElseThrow(), fixture.member("i-4"));
    fixture.node("i-4").learner = true;
    fixture.listed.add(ClusterFixture.entry(fixture.node("i-4"), true));
    begin();

    turn();

    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.3");
  }

  @Test
  void theNameIsNeverEmptyWhileItOnceToldSomebody() {
    turn();
    fixture
        .actors
        .values()
        .forEach(
            node -> {
              node.answering = false;
              node.quorumProven = false;
            });
    later(Duration.ofSeconds(5));
    later(Duration.ofMinutes(5));

    assertThat(addresses()).hasSize(3);
    assertThat(zones.writes).isZero();
  }

  @Test
  void theLastVoterStaysThoughItIsTerminated() {
    fixture = ClusterFixture.healthy(1);
    named("dns: {zone: Z1, name: demo.etcd.internal}");
    zones.records.clear();
    begin();
    turn();
    fixture.heldTermination("i-1");

    later(Duration.ofSeconds(5));

    assertThat(addresses()).containsExactly("10.0.0.1");
    zones.records.removeIf(record -> record.name().equals(NAME));
    later(Duration.ofHours(1));
    assertThat(addresses()).as("what is kept is looked after").containsExactly("10.0.0.1");
  }

  @Test
  @Guards("DNS_LATE")
  void aZoneThatIsThrottledMakesTheRecordsLateAndNothingElse() {
    turn();
    fixture.instances.put(new InstanceId("i-3"), InstanceState.SHUTTING_DOWN);
    zones.failing = Optional.of("Throttling: Rate exceeded");
    later(Duration.ofSeconds(5));

    assertThat(shown(Condition.Type.DNS_LATE))
        .contains("are late by less than a minute")
        .contains("Throttling: Rate exceeded")
        .contains("they tell [i-1, i-2, i-3], and are to tell [i-1, i-2]");
    later(Duration.ofSeconds(5));
    assertThat(zones.reads + zones.writes).as("it is left alone for a while").isZero();

    later(Duration.ofMinutes(2));
    assertThat(shown(Condition.Type.DNS_LATE)).contains("late by 2 min");

    zones.failing = Optional.empty();
    later(Duration.ofSeconds(15));
    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2");
    assertThat(shown(Condition.Type.DNS_LATE)).isEmpty();
    assertThat(known().lateSince()).isEmpty();
  }

  @Test
  void eachObstacleHasItsWayOut() {
    turn();
    Map.of(
            "AccessDenied: not authorized", "dns_zones of the module control-plane",
            "NoSuchHostedZone: No hosted zone found with ID: Z1", "list-hosted-zones-by-name",
            "InvalidChangeBatch: not permitted in zone", "list-resource-record-sets",
            "NoAnswer: timed out", "NAT gateway")
        .forEach(
            (words, wayOut) -> {
              zones.failing = Optional.of(words);
              later(Duration.ofHours(2));
              assertThat(shown(Condition.Type.DNS_LATE))
                  .contains("cannot be compared")
                  .contains(words)
                  .contains(wayOut);
            });
  }

  @Test
  void anAnswerThatIsLostIsReadAgain() {
    zones.losesAnswers = true;
    turn();
    assertThat(addresses()).hasSize(3);
    assertThat(known().readAt()).isEmpty();

    zones.losesAnswers = false;
    later(Duration.ofSeconds(15));

    assertThat(zones.writes).as("what was read is as wanted").isZero();
    assertThat(known().written()).hasSize(3);
    assertThat(known().failure()).isEmpty();
    assertThat(shown(Condition.Type.DNS_PUT_BACK)).isEmpty();
  }

  /** What is read is as wanted, but the batch that was given up rests on the mark that is there. */
  @Test
  void aBatchThatWasGivenUpIsRefusedOnceItArrives() {
    fixture.node("i-3").report = fixture.node("i-3").report.closed(true);
    begin();
    turn();
    anEarlierTurnWroteThem();
    fixture.node("i-3").report = fixture.node("i-3").report.closed(false);
    delays = true;
    later(Duration.ofSeconds(15));
    delays = false;
    List<DnsChange> late = zones.underWay;
    assertThat(late).isNotEmpty();
    fixture.instances.put(new InstanceId("i-3"), InstanceState.SHUTTING_DOWN);
    later(Duration.ofSeconds(15));
    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2");

    assertThatThrownBy(() -> zones.make(late)).hasMessageContaining("does not fit what there is");
    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2");
    later(Duration.ofMinutes(1));
    assertThat(zones.reads + zones.writes).as("once is enough").isZero();
  }

  @Test
  void whatAnOlderControllerSendsLateIsRefusedAsAWhole() {
    turn();
    List<DnsRecord> first = List.copyOf(zones.records);
    fixture.instances.put(new InstanceId("i-3"), InstanceState.SHUTTING_DOWN);
    later(Duration.ofSeconds(5));
    List<DnsRecord> second = List.copyOf(zones.records);
    assertThat(second).isNotEqualTo(first);

    // A controller that still knows the first state adds a fourth member by it.
    fixture.status = stage.status().withDns(stage.status().dns().map(NameRecordsTest::asBefore));
    fixture.instances.put(new InstanceId("i-3"), InstanceState.RUNNING);
    begin();
    turn();

    assertThat(zones.records).isEqualTo(second);
    assertThat(known().failure().orElseThrow().words()).startsWith("InvalidChangeBatch");
  }

  /** What was known before the latest change: an older mark. */
  private static DnsRecords asBefore(DnsRecords now) {
    return now.compared(OLDER, now.written(), now.readAt().orElseThrow());
  }

  /** Each stage counts its tokens anew. */
  private void anEarlierTurnWroteThem() {
    fixture.status = stage.status().withDns(stage.status().dns().map(NameRecordsTest::asBefore));
    zones.records.replaceAll(
        record ->
            record.type().equals("TXT")
                ? new DnsRecord(record.name(), "TXT", 10, List.of('"' + OLDER + '"'))
                : record);
    begin();
  }

  @Test
  @Guards("DNS_NAME_TAKEN")
  void recordsOfSomebodyElseAreLeftAloneAndNamed() {
    DnsRecord theirs = new DnsRecord(NAME, "A", 300, List.of("192.0.2.1"));
    zones.records.add(theirs);
    turn();

    assertThat(zones.records).containsExactly(theirs);
    assertThat(shown(Condition.Type.DNS_NAME_TAKEN))
        .contains("records that are not this cluster's: A " + NAME + " [192.0.2.1]");
    assertThat(shown(Condition.Type.DNS_LATE)).isEmpty();

    zones.records.clear();
    later(Duration.ofSeconds(15));
    assertThat(addresses()).hasSize(3);
    assertThat(shown(Condition.Type.DNS_NAME_TAKEN)).isEmpty();
  }

  @Test
  void theMarkOfAnotherClusterIsSomebodyElses() {
    zones.records.add(
        new DnsRecord(MARK, "TXT", 10, List.of("\"quorate cluster=demo uid=uid-9 token=7\"")));
    turn();

    assertThat(addresses()).isEmpty();
    assertThat(shown(Condition.Type.DNS_NAME_TAKEN)).contains("uid-9");
  }

  @Test
  void whatElseTheZoneHoldsIsLeftAlone() {
    List<DnsRecord> theirs =
        List.of(
            new DnsRecord(NAME, "NS", 300, List.of("ns.example.")),
            new DnsRecord("backup." + NAME, "A", 300, List.of("192.0.2.1")));
    zones.records.addAll(theirs);
    turn();

    assertThat(zones.records).containsAll(theirs);
    assertThat(addresses()).hasSize(3);
  }

  @Test
  @Guards("DNS_PUT_BACK")
  void whatSomebodyChangedByHandIsPutBackAndNamed() {
    turn();
    List<DnsRecord> right = List.copyOf(zones.records);
    zones.records.removeIf(record -> record.name().equals(NAME));
    zones.records.add(new DnsRecord(NAME, "A", 300, List.of("192.0.2.1")));
    zones.records.removeIf(record -> record.name().equals("i-2." + NAME));
    zones.records.add(new DnsRecord("i-9." + NAME, "A", 10, List.of("192.0.2.9")));
    later(Duration.ofHours(1));

    assertThat(zones.records)
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("values")
        .containsExactlyInAnyOrderElementsOf(right);
    assertThat(addresses()).containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.3");
    assertThat(shown(Condition.Type.DNS_PUT_BACK))
        .contains("A " + NAME + " [192.0.2.1] TTL 300 in place of [10.0.0.1, 10.0.0.2, 10.0.0.3]")
        .contains("no A i-2." + NAME)
        .contains("a further A i-9." + NAME);

    later(Duration.ofHours(1));
    assertThat(shown(Condition.Type.DNS_PUT_BACK)).isEmpty();
  }

  @Test
  void aMarkThatSomebodyDeletedIsMadeAgain() {
    turn();
    zones.records.removeIf(record -> record.name().equals(MARK));
    later(Duration.ofHours(1));

    assertThat(zones.values("TXT", MARK)).hasSize(1);
    assertThat(shown(Condition.Type.DNS_NAME_TAKEN)).isEmpty();
  }

  @Test
  void aNameThatIsNoLongerAskedForIsGivenUp() {
    turn();
    DnsRecord theirs = new DnsRecord("backup." + NAME, "A", 300, List.of("192.0.2.1"));
    zones.records.add(theirs);
    named("dns: {zone: Z1, name: other.etcd.internal}");

    later(Duration.ofMinutes(1));
    assertThat(zones.records).containsExactly(theirs);
    assertThat(stage.status().dns()).isEmpty();

    later(Duration.ofMinutes(1));
    assertThat(zones.values("A", "other.etcd.internal")).hasSize(3);

    named("");
    later(Duration.ofMinutes(1));
    assertThat(zones.records).containsExactly(theirs);
    assertThat(stage.status().dns()).isEmpty();
  }

  @Test
  void aNameWhoseRightIsGoneIsForgottenOnceNobodyAsksForIt() {
    turn();
    named("");
    zones.failing = Optional.of("Throttling: Rate exceeded");
    later(Duration.ofMinutes(1));
    assertThat(stage.status().dns()).isPresent();

    zones.failing = Optional.of("AccessDenied: not authorized");
    later(Duration.ofMinutes(1));
    assertThat(stage.status().dns()).isEmpty();
  }

  @Test
  void whatIsNoAddressIsNotTold() {
    fixture.node("i-1").clientUrlInstead = Optional.of("http://[fd00::7]:2379");
    fixture.node("i-2").clientUrlInstead = Optional.of("http://elsewhere.example:2379");
    fixture.node("i-3").clientUrlInstead = Optional.of("no url at all");
    begin();

    turn();

    assertThat(zones.values("AAAA", NAME)).containsExactly("fd00::7");
    assertThat(addresses()).isEmpty();
    assertThat(zones.values("SRV", PLAIN)).containsExactly("0 0 2379 i-1." + NAME + ".");
  }
}
