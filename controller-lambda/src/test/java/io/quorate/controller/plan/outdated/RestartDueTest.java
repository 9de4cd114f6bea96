package io.quorate.controller.plan.outdated;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.command.RestartMember;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.spec.SpecReader;
import io.quorate.spec.StartSettings;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import io.quorate.state.ComparisonRound;
import io.quorate.state.ComparisonRound.KeyHash;
import io.quorate.state.Condition;
import io.quorate.state.DataComparison;
import io.quorate.state.EtcdRuns;
import io.quorate.state.Interruption;
import io.quorate.state.MemberEntry;
import io.quorate.state.NodeReport;
import io.quorate.state.OpenCommand;
import io.quorate.state.OwnCertificates;
import io.quorate.state.RollOutHalt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Members restart for new settings one at a time, the leader last, and only while all is well. */
class RestartDueTest {
  private static final NodeReport KNOWS =
      NodeReport.NOTHING.knowing(Set.of(CommandKind.RESTART_MEMBER.name()));

  /** Voters led by i-1, none of which runs with the settings of the spec. */
  private static ClusterFixture outdated(int voters) {
    ClusterFixture fixture = ClusterFixture.healthy(voters);
    for (NodeFixture node : fixture.actors.values()) {
      node.report = KNOWS;
      node.runs = runs("older");
    }
    return fixture;
  }

  private static EtcdRuns runs(String settings) {
    return new EtcdRuns(Optional.empty(), 1, Optional.empty(), Optional.of(settings));
  }

  private static void taken(ClusterFixture fixture, String instance) {
    fixture.node(instance).runs = runs(StartSettings.of(fixture.spec));
  }

  private static Optional<RestartMember> told(ClusterFixture fixture) {
    return fixture.plan().decision() instanceof StartCommand issued
            && issued.command() instanceof RestartMember restart
        ? Optional.of(restart)
        : Optional.empty();
  }

  @Test
  @Guards("RESTART_OUTDATED_MEMBER")
  void followersRestartFirstAndTheLeaderLast() {
    ClusterFixture fixture = outdated(3);
    for (String next : List.of("i-2", "i-3", "i-1")) {
      RestartMember restart = told(fixture).orElseThrow();
      assertThat(restart.header().executor()).isEqualTo(new InstanceId(next));
      assertThat(restart.member()).isEqualTo(fixture.member(next));
      assertThat(restart.settings()).isEqualTo(StartSettings.of(fixture.spec));
      assertThat(restart.contacts()).hasSize(2);
      Plan plan = fixture.plan();
      assertThat(plan.decision().reason().code()).isEqualTo("SETTINGS_OUTDATED");
      assertThat(plan.heartbeatEvidence()).as("the rows of all voters").hasSize(3);
      taken(fixture, next);
    }
    assertThat(told(fixture)).isEmpty();
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("STEADY");
  }

  /** While all seems well the controller does not look at the fleet. */
  @Test
  void nobodyNeedsToLookAtOtherClusters() {
    ClusterFixture fixture = outdated(3);
    fixture.fleet = new FleetView.NotObserved("all seems well");
    assertThat(told(fixture)).isPresent();
  }

  @Test
  void onlyOfTheSpecIsAskedWhatEtcdTakesAtItsStart() {
    ClusterFixture fixture = outdated(3);
    fixture.actors.values().forEach(node -> taken(fixture, node.instance.value()));
    fixture.spec =
        SpecReader.read("name: demo\netcd: {version: 3.5}\ntimings: {stopGrace: 9s}\n").orThrow();
    assertThat(told(fixture)).isEmpty();
    fixture.spec =
        SpecReader.read("name: demo\netcd: {version: 3.5, snapshotCount: 20000}\n").orThrow();
    assertThat(told(fixture)).isPresent();
  }

  /** Without it a member that stopped could not start. */
  @Test
  void nobodyRestartsBeforeTheKeyOfItsTokensIsInTheBucket() {
    ClusterFixture fixture = outdated(3);
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\n"
                    + "auth: {enabled: false, token: {type: jwt, keys: managed}}")
            .orThrow();
    BucketUpkeep bucket = fixture.status.tasks().bucket();
    bucket(fixture, bucket.failed(BucketUse.TOKEN_KEYS, "STORE_AWAY: 503", fixture.now));
    assertThat(told(fixture)).isEmpty();
    assertThat(RestartDue.inTheWay(ClusterStates.of(fixture.view())))
        .containsExactly(
            "the key of auth.token.keys for ES256 is not in the bucket yet: STORE_AWAY: 503");

    bucket(fixture, bucket.withTokenKey("ES256"));
    assertThat(told(fixture)).isPresent();
  }

  private static void bucket(ClusterFixture fixture, BucketUpkeep next) {
    fixture.status = fixture.status.withTasks(fixture.status.tasks().withBucket(next));
  }

  private static void differ(ClusterFixture fixture) {
    ComparisonRound round =
        ComparisonRound.begun("r", Optional.empty(), fixture.now, 40, Map.of())
            .answered(fixture.member("i-1"), new KeyHash(7, 12), fixture.now)
            .answered(fixture.member("i-2"), new KeyHash(9, 12), fixture.now)
            .ended(ComparisonRound.Result.DIFFERS, "they differ", fixture.now);
    fixture.status =
        fixture.status.withTasks(
            fixture.status.tasks().withComparison(DataComparison.NONE.ended(round)));
  }

  static Stream<Named<Consumer<ClusterFixture>>> whatHoldsItBack() {
    return Stream.of(
        lacking("voters whose data differ", RestartDueTest::differ),
        lacking("an agent that does not tell", s -> each(s, n -> n.runs = EtcdRuns.UNTOLD)),
        lacking("an agent that does not know", s -> each(s, n -> n.report = NodeReport.NOTHING)),
        lacking("another voter down", s -> s.node("i-3").answering = false),
        lacking("another voter silent", s -> s.silence("i-3")),
        lacking(
            "another voter missed by the leader", s -> s.inactive("i-3", Duration.ofSeconds(3))),
        lacking("an open change", s -> s.open(CommandKind.JOIN, "i-3")),
        lacking("more desired than there are", s -> s.desired = 4),
        lacking(
            "a group that is unknown",
            s -> s.groupInstead = Optional.of(new GroupView.Unknown("throttled"))),
        lacking("a voter that its group lets go", s -> s.lifecycles.remove(new InstanceId("i-3"))),
        lacking(
            "a voter that the cloud takes",
            s ->
                s.node("i-3").report =
                    KNOWS.interrupted(new Interruption("stop", ClusterFixture.NOW))),
        lacking("files that do not fit", RestartDueTest::unfit),
        lacking("a learner", RestartDueTest::learner),
        lacking(
            "a restart that failed",
            s ->
                s.status =
                    s.status.withRollOutHalt(
                        Optional.of(
                            new RollOutHalt(
                                new InstanceId("i-2"),
                                StartSettings.of(s.spec),
                                "CONFIRM: exit code 2",
                                s.now)))));
  }

  private static Named<Consumer<ClusterFixture>> lacking(
      String what, Consumer<ClusterFixture> change) {
    return Named.of(what, change);
  }

  private static void each(ClusterFixture fixture, Consumer<NodeFixture> change) {
    fixture.actors.values().forEach(change);
  }

  private static void unfit(ClusterFixture fixture) {
    fixture.node("i-3").report =
        new NodeReport(
            KNOWS.kinds(),
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.of(new OwnCertificates(Optional.empty(), Optional.of("no such file"))));
  }

  private static void learner(ClusterFixture fixture) {
    String itsNodes = fixture.node("i-1").endpoints().peerUrl();
    fixture.listed.add(new MemberEntry(new MemberId(7), "i-9", List.of(itsNodes), true));
  }

  @Test
  void aLearnerThatSomebodyAddedHoldsNoRestartBack() {
    ClusterFixture fixture = outdated(3);
    fixture.listed.add(
        new MemberEntry(new MemberId(7), "mirror", List.of("http://10.9.9.9:2380"), true));
    assertThat(told(fixture)).isPresent();
  }

  @ParameterizedTest
  @MethodSource("whatHoldsItBack")
  @Guards("RESTART_OUTDATED_MEMBER")
  void nobodyRestartsBeside(Consumer<ClusterFixture> what) {
    ClusterFixture fixture = outdated(3);
    what.accept(fixture);
    assertThat(told(fixture)).isEmpty();
  }

  @Test
  void nobodyRestartsByAnOlderList() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.status = fixture.plan().status();
    fixture.status =
        fixture.status.withProven(
            fixture.status.proven().map(proven -> proven.without(fixture.member("i-3"))));
    fixture.node("i-1").watermark = 9_000;
    each(fixture, node -> node.report = KNOWS);
    each(fixture, node -> node.runs = runs("older"));

    assertThat(told(fixture)).isEmpty();
    assertThat(fixture.plan().decision().reason().message())
        .contains("the member list is older than the one that a quorum proved last");
  }

  @Test
  void aTaskOnTheMemberIsAwaited() {
    ClusterFixture fixture = outdated(3);
    OpenCommand task =
        new OpenCommand(
            "task-1",
            CommandKind.TAKE_SNAPSHOT,
            new InstanceId("i-2"),
            "x",
            Optional.empty(),
            fixture.now,
            fixture.now.plus(Duration.ofHours(1)),
            false);
    fixture.status = fixture.status.opening(task);

    assertThat(RestartDue.of(ClusterStates.of(fixture.view())))
        .get()
        .isInstanceOfSatisfying(
            RestartDue.Due.Waits.class,
            waits -> assertThat(waits.why()).isEqualTo("TAKE_SNAPSHOT runs on i-2"));
  }

  @Test
  @Guards("RESTART_AWAITED")
  void ofOneOrTwoVotersNoneRestartsAndAPersonIsTold() {
    for (int voters : new int[] {1, 2}) {
      ClusterFixture fixture = outdated(voters);
      assertThat(told(fixture)).isEmpty();
      assertThat(fixture.shown(Condition.Type.RESTART_AWAITED))
          .get()
          .asString()
          .contains("i-" + voters, "Restart the agent");
      assertThat(outdated(3).shown(Condition.Type.RESTART_AWAITED)).isEmpty();
    }
  }

  @Test
  @Guards("ROLLOUT_HALTED")
  void aRestartThatFailsHaltsTheRestUntilTheSpecAsksForSomethingElse() {
    for (Outcome.Result result : Outcome.Result.values()) {
      ClusterFixture fixture = outdated(3).open(CommandKind.RESTART_MEMBER, "i-2");
      fixture.answer("i-2", result);
      Plan closed = fixture.plan();
      assertThat(closed.decision().code()).isEqualTo("CLOSE_OPERATION");
      assertThat(closed.status().joinBackoffs()).isEmpty();
      assertThat(closed.status().rollOutHalt().isPresent())
          .as("%s", result)
          .isEqualTo(result != Outcome.Result.DONE);
      if (result == Outcome.Result.DONE) {
        continue;
      }
      fixture.status = closed.status();
      assertThat(told(fixture)).isEmpty();
      assertThat(fixture.shown(Condition.Type.ROLLOUT_HALTED))
          .get()
          .asString()
          .contains("i-2", "said so", "quorate resume demo");
      fixture.spec =
          SpecReader.read("name: demo\netcd: {version: 3.5, snapshotCount: 20000}\n").orThrow();
      assertThat(told(fixture)).isPresent();
      assertThat(fixture.plan().status().rollOutHalt()).isEmpty();
    }
  }

  @Test
  void anExecutorThatIsTerminatedHaltsNothing() {
    ClusterFixture fixture = outdated(3).open(CommandKind.RESTART_MEMBER, "i-2");
    fixture.terminate("i-2");
    fixture.status =
        fixture.status.withReplacementRequests(
            List.of(
                io.quorate.state.Termination.decided(
                    new InstanceId("i-2"), "EC2 shows it terminated", fixture.now)));
    Plan closed = fixture.plan();
    assertThat(closed.decision().code()).isEqualTo("CLOSE_OPERATION");
    assertThat(closed.status().rollOutHalt()).isEmpty();
  }
}
