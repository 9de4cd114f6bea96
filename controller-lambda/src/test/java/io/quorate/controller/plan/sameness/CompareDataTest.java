package io.quorate.controller.plan.sameness;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.CompareData;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.ComparisonFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.ComparisonRound;
import io.quorate.state.ComparisonRound.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A comparison that an operator asked for, from request to answer. */
class CompareDataTest {
  private static ComparisonFixture asked(int voters) {
    ComparisonFixture fixture = new ComparisonFixture(voters);
    fixture.snapshots.request(SnapshotFixture.asks(RequestKind.COMPARE_DATA));
    return fixture;
  }

  /** Takes the request up, which the table then shows as the plan left it. */
  private static ComparisonFixture takenUp(int voters) {
    ComparisonFixture fixture = asked(voters);
    fixture.told();
    Request request = SnapshotFixture.asks(RequestKind.COMPARE_DATA);
    fixture.snapshots.request(request.in(Request.State.TAKEN_UP, "", Map.of()));
    return fixture;
  }

  private static Request answered(Plan plan) {
    return ((AnswerRequest) plan.decision()).request().after();
  }

  @Test
  @Guards("COMPARE_DATA")
  void asksEachVoterForItselfAtOneRevision() {
    ComparisonFixture fixture = asked(3);
    List<InstanceId> asked = new ArrayList<>();
    Optional<CompareData> told = fixture.told();
    fixture.snapshots.request();
    while (told.isPresent()) {
      InstanceId executor = told.get().header().executor();
      assertThat(told.get().member()).isEqualTo(fixture.cluster.member(executor.value()));
      assertThat(told.get().revision()).isEqualTo(50);
      asked.add(executor);
      fixture.answer();
      fixture.go();
      told = fixture.told();
    }

    assertThat(asked)
        .containsExactly(new InstanceId("i-1"), new InstanceId("i-2"), new InstanceId("i-3"));
    assertThat(fixture.comparison().equal().flatMap(ComparisonRound::result))
        .contains(Result.EQUAL);
  }

  @Test
  void answersTheRequestWhenAllAreEqual() {
    ComparisonFixture fixture = takenUp(3);
    fixture.ends();

    Request answer = answered(fixture.go());
    assertThat(answer.state()).isEqualTo(Request.State.DONE);
    assertThat(answer.detail()).isEqualTo("all 3 voters hold the same keys at revision 50");
    assertThat(answer.result()).containsEntry("result", "EQUAL");
  }

  @Test
  void namesTheGroupsWhenVotersDiffer() {
    ComparisonFixture fixture = takenUp(3);
    fixture.hashes.put("i-2", 9L);
    fixture.ends();

    Request answer = answered(fixture.go());
    assertThat(answer.state()).isEqualTo(Request.State.FAILED);
    assertThat(answer.detail())
        .isEqualTo("the voters' data differ at revision 50: i-1, i-3 (hash 7); i-2 (hash 9)");
    assertThat(fixture.comparison().equal()).isEmpty();
  }

  @Test
  void asksAgainAtAnotherRevisionWhenTheCompactRevisionsDiffer() {
    ComparisonFixture fixture = takenUp(3);
    fixture.hashes.put("i-2", 9L);
    fixture.answer();
    fixture.go();
    assertThat(fixture.told()).isPresent();
    fixture.compactRevision = 30;
    fixture.answer();
    fixture.go();

    assertThat(fixture.comparison().open())
        .hasValueSatisfying(
            round -> {
              assertThat(round.attempt()).isEqualTo(2);
              assertThat(round.answers()).isEmpty();
              assertThat(round.detail()).contains("compacted up to different revisions");
            });
    fixture.cluster.actors.values().forEach(node -> node.revision = 60);
    assertThat(fixture.told()).map(CompareData::revision).contains(60L);
  }

  @Test
  void endsWithoutAResultAfterThreeAttempts() {
    ComparisonFixture fixture = takenUp(3);
    for (int attempt = 1; attempt <= 3; attempt++) {
      assertThat(fixture.comparison().open())
          .map(ComparisonRound::attempt)
          .contains((long) attempt);
      fixture.snapshots.answers(
          fixture.cluster.status.tasks().open().orElseThrow().executor().value(),
          Outcome.Result.FAILED,
          Map.of("failure", "ETCD"),
          "no answer");
      fixture.go();
      if (attempt < 3) {
        assertThat(fixture.told()).isPresent();
      }
    }

    assertThat(fixture.comparison().last().flatMap(ComparisonRound::result))
        .contains(Result.INCOMPLETE);
    assertThat(answered(fixture.go()).state()).isEqualTo(Request.State.FAILED);
  }

  @Test
  void keepsWhatWasFoundWhenALaterRoundIsIncomplete() {
    ComparisonFixture fixture = new ComparisonFixture(3);
    fixture.hashes.put("i-3", 9L);
    fixture.ended(Result.DIFFERS, Duration.ofHours(1), "i-1", "i-2", "i-3");
    fixture.ended(Result.INCOMPLETE, Duration.ofMinutes(1));

    assertThat(fixture.comparison().found().flatMap(ComparisonRound::result))
        .contains(Result.DIFFERS);
    assertThat(fixture.comparison().last().flatMap(ComparisonRound::result))
        .contains(Result.INCOMPLETE);
  }

  @Test
  void believesNoAnswerAtAnotherRevision() {
    ComparisonFixture fixture = takenUp(3);
    String executor = fixture.cluster.status.tasks().open().orElseThrow().executor().value();
    fixture.snapshots.answers(
        executor,
        Outcome.Result.DONE,
        Map.of(CompareData.HASH, 7L, CompareData.REVISION, 49L, CompareData.COMPACT_REVISION, 12L),
        "hash 7");
    fixture.go();

    assertThat(fixture.comparison().open()).map(ComparisonRound::attempt).contains(2L);
    assertThat(fixture.cluster.status.tasks().last().get(CommandKind.COMPARE_DATA))
        .satisfies(last -> assertThat(last.result()).isEqualTo(Outcome.Result.FAILED));
  }

  @Test
  void beginsOnlyWhileEveryVoterServesAndKnowsTheKind() {
    ComparisonFixture silent = asked(3);
    silent.cluster.silence("i-2");
    assertThat(silent.told()).isEmpty();
    ComparisonFixture older = asked(3);
    older.snapshots.knows("i-2", CommandKind.TAKE_SNAPSHOT);
    assertThat(older.told()).isEmpty();
    older.cluster.now = older.cluster.now.plus(Duration.ofMinutes(11));

    assertThat(answered(older.cluster.plan()).detail())
        .isEqualTo(
            "the voters' data cannot be compared: the agent on i-2 does not know COMPARE_DATA:"
                + " upgrade it, and see that it has a bucket");
  }

  @Test
  void endsARoundThatCannotGoOn() {
    ComparisonFixture fixture = takenUp(3);
    fixture.answer();
    fixture.go();
    fixture.cluster.silence("i-3");
    assertThat(fixture.told()).isEmpty();
    fixture.cluster.now = fixture.cluster.now.plus(Duration.ofMinutes(11));

    assertThat(answered(fixture.go()).detail()).contains("the round did not go on for 10 minutes");
    assertThat(fixture.comparison().open()).isEmpty();
  }

  @Test
  void comparesOnceMoreAtOnceWhenSomebodyDiffersFromAMajority() {
    ComparisonFixture fixture = new ComparisonFixture(3);
    fixture.hashes.put("i-3", 9L);
    fixture.ended(Result.DIFFERS, Duration.ofSeconds(1), "i-1", "i-2", "i-3");

    assertThat(fixture.told()).isPresent();
    fixture.ends();
    assertThat(fixture.comparison().before()).isPresent();
    assertThat(fixture.told()).isEmpty();
  }

  @Test
  void comparesAgainAfterAQuarterOfAnHourWhileVotersDifferWithoutAMajority() {
    ComparisonFixture fixture = new ComparisonFixture(2);
    fixture.hashes.put("i-2", 9L);
    fixture.ended(Result.DIFFERS, Duration.ofMinutes(14), "i-1", "i-2");
    assertThat(fixture.told()).isEmpty();
    fixture.cluster.now = fixture.cluster.now.plus(Duration.ofMinutes(1));

    assertThat(fixture.told()).isPresent();
  }

  private static ComparisonFixture each(String interval) {
    ComparisonFixture fixture = new ComparisonFixture(3);
    fixture.cluster.spec = ClusterFixture.spec("interval: off", interval);
    return fixture;
  }

  @Test
  void comparesByTheIntervalOfTheSpec() {
    ComparisonFixture fixture = each("1h");
    assertThat(fixture.told()).isPresent();
    assertThat(fixture.ends().result()).contains(Result.EQUAL);
    assertThat(fixture.told()).isEmpty();
    fixture.cluster.now = fixture.cluster.now.plus(Duration.ofHours(1));
    assertThat(fixture.told()).isPresent();

    assertThat(each("off").told()).isEmpty();
  }

  @Test
  void comparesAfterAJoin() {
    ComparisonFixture fixture = each("24h");
    fixture.ended(Result.EQUAL, Duration.ofMinutes(1), "i-1", "i-2");

    assertThat(fixture.told()).isPresent();
    assertThat(fixture.ends().voters()).hasSize(3);
  }

  @Test
  void waitsAfterARoundThatCouldNotCompareAll() {
    ComparisonFixture fixture = new ComparisonFixture(3);
    fixture.hashes.put("i-3", 9L);
    fixture.ended(Result.DIFFERS, Duration.ofMinutes(2), "i-1", "i-2", "i-3");
    fixture.ended(Result.INCOMPLETE, Duration.ofMinutes(1));
    assertThat(fixture.told()).isEmpty();
    fixture.cluster.now = fixture.cluster.now.plus(Duration.ofMinutes(4));

    assertThat(fixture.told()).isPresent();
  }

  @Test
  void refusesAClusterOfOneVoter() {
    assertThat(answered(asked(1).cluster.plan()).state()).isEqualTo(Request.State.REFUSED);
  }
}
