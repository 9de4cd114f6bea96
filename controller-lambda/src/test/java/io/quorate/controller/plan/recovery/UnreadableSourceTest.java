package io.quorate.controller.plan.recovery;

import static io.quorate.controller.fixture.RecoveryFixture.GOOD;
import static io.quorate.controller.fixture.RecoveryFixture.NEWER;
import static io.quorate.controller.fixture.RecoveryFixture.OLDER;
import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static io.quorate.controller.fixture.RecoveryFixture.commit;
import static io.quorate.controller.fixture.RecoveryFixture.recovery;
import static io.quorate.controller.fixture.RecoveryFixture.trialEnds;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Outcome;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.UnreadSource;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.Condition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be read is tried again; an older snapshot is offered, and never taken (I5). */
@Guards({"SOURCE_UNREADABLE", "RECOVER"})
class UnreadableSourceTest {
  private static Optional<String> told(ClusterFixture fixture) {
    return RecoveryFixture.condition(fixture, Condition.Type.SOURCE_UNREADABLE);
  }

  private static void fails(ClusterFixture fixture, String failure) {
    trialEnds(fixture, Outcome.Result.FAILED, "the store's words", Map.of("failure", failure));
    advance(fixture);
  }

  private static void triesAgain(ClusterFixture fixture) {
    advance(fixture.after(Duration.ofMinutes(6)));
    assertThat(recovery(fixture).state()).isEqualTo(Recovery.State.TRIAL);
  }

  /** Tried in vain so often; it waits for the next trial. */
  private static ClusterFixture inVain(int times, String failure) {
    ClusterFixture fixture = RecoveryFixture.onTrial();
    for (int i = 0; i < times; i++) {
      if (i > 0) {
        triesAgain(fixture);
      }
      fails(fixture, failure);
    }
    return fixture;
  }

  @ParameterizedTest
  @CsvSource({
    "ARCHIVED, aws s3api restore-object",
    "KEY_REFUSED, enable the KMS key",
    "ACCESS_DENIED, mend the policy",
    "OBJECT_MISSING, bring the object's version back"
  })
  void afterThreeTriesOnTwoNodesAnOlderOneIsOfferedWithWhatItWouldLose(
      String failure, String mend) {
    ClusterFixture fixture = inVain(3, failure);

    assertThat(told(fixture).orElseThrow())
        .contains(
            NEWER.value(),
            failure + ": the store's words",
            "tried 3 times",
            mend,
            "quorate recover approve demo --snapshot " + OLDER + " --hash ",
            "lost would be: writes after");
    assertThat(recovery(fixture).unread(NEWER).map(UnreadSource::nodes).orElseThrow())
        .as("on one node after the other")
        .hasSizeGreaterThan(1);
  }

  @Test
  void twoTriesAreTooFew() {
    assertThat(told(inVain(2, "ARCHIVED"))).isEmpty();
  }

  @Test
  void triesOfOneNodeAreTooFewWhileAnotherCanTry() {
    ClusterFixture fixture = inVain(3, "ARCHIVED");
    Recovery found = recovery(fixture);
    UnreadSource unread = found.unread(NEWER).orElseThrow();
    List<UnreadSource> ofOne =
        List.of(
            new UnreadSource(
                NEWER, 3, List.of(unread.nodes().getLast()), "ARCHIVED", unread.because()));
    RecoveryFixture.recovery(fixture, withUnread(found, ofOne));
    assertThat(told(fixture)).isEmpty();

    fixture.actors.values().stream()
        .filter(node -> !node.instance.equals(unread.nodes().getLast()))
        .forEach(node -> node.report = node.report.knowing(java.util.Set.of()));
    assertThat(told(fixture)).as("nobody else can try").isPresent();
  }

  private static Recovery withUnread(Recovery found, List<UnreadSource> unread) {
    return new Recovery(
        found.id(),
        found.uid(),
        found.generation(),
        found.token(),
        found.action(),
        found.state(),
        found.since(),
        found.stateSince(),
        found.holders(),
        found.source(),
        found.passedOver(),
        found.trial(),
        found.tryAfter(),
        found.committed(),
        found.salvages(),
        found.approval(),
        found.note(),
        found.lostAt(),
        found.keepLeases(),
        found.revoked(),
        unread);
  }

  /** However often: the file may be readable in a minute, and holds what no older one does. */
  @Test
  void nothingButTheNewestIsTriedWithoutAnOperatorsWord() {
    ClusterFixture fixture = inVain(20, "ARCHIVED");

    triesAgain(fixture);
    assertThat(recovery(fixture).source())
        .hasValueSatisfying(source -> assertThat(source.snapshot()).isEqualTo(NEWER));
    assertThat(recovery(fixture).passedOver()).isEmpty();
    trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    assertThat(commit(fixture).next().source())
        .hasValueSatisfying(source -> assertThat(source.snapshot()).isEqualTo(NEWER));
  }

  /** What says nothing of the objects is counted by nobody. */
  @ParameterizedTest
  @ValueSource(strings = {"DISK_FULL", "STORE_AWAY", "BUCKET_MISSING", "ETCD", "OTHER"})
  void otherFailuresOfferNothing(String failure) {
    assertThat(told(inVain(5, failure))).isEmpty();
  }

  private static void asks(ClusterFixture fixture, Map<String, String> arguments) {
    ClusterRecords records = fixture.records;
    List<Request> requests =
        arguments.isEmpty()
            ? List.of()
            : List.of(
                Request.open(
                    "000001767323045678-a1",
                    RequestKind.APPROVE_RECOVERY,
                    arguments,
                    "someone",
                    fixture.now));
    fixture.records =
        new ClusterRecords(
            records.taskSlots(),
            requests,
            records.snapshots(),
            records.bucket(),
            records.recovery());
  }

  /** The command that the condition prints is taken as it stands, and at once. */
  @Test
  @Guards("APPROVE_RECOVERY")
  void theOfferedOneIsTriedAtOnceOnceItIsApprovedAndCommitted() {
    ClusterFixture fixture = inVain(3, "KEY_REFUSED");
    Matcher hash = Pattern.compile("--hash ([0-9a-f]{12})").matcher(told(fixture).orElseThrow());
    assertThat(hash.find()).isTrue();

    asks(fixture, Map.of("hash", hash.group(1), "snapshot", OLDER.value()));
    advance(fixture);
    asks(fixture, Map.of());
    assertThat(advance(fixture).source())
        .as("without the pause of the one that could not be read")
        .hasValueSatisfying(source -> assertThat(source.snapshot()).isEqualTo(OLDER));
    assertThat(told(fixture)).isEmpty();
    trialEnds(fixture, Outcome.Result.DONE, "restored", Map.of("revision", 30L));

    CommitRecovery committed = commit(fixture);
    assertThat(committed.next().source())
        .hasValueSatisfying(source -> assertThat(source.snapshot()).isEqualTo(OLDER));
    advance(fixture);
    RecoveryFixture.seederServes(fixture);
    advance(fixture);
    assertThat(RecoveryFixture.condition(fixture, Condition.Type.DATA_RESTORED))
        .hasValueSatisfying(
            words ->
                assertThat(words)
                    .contains("could not be read: " + NEWER + " (KEY_REFUSED)", OLDER.value()));
  }

  /** An approval names its source: what became readable meanwhile does not take its place. */
  @Test
  void anApprovalOfTheOlderOneIsNotForTheNewest() {
    ClusterFixture fixture = inVain(3, "ARCHIVED");
    Matcher hash = Pattern.compile("--hash ([0-9a-f]{12})").matcher(told(fixture).orElseThrow());
    assertThat(hash.find()).isTrue();

    asks(fixture, Map.of("hash", hash.group(1)));

    assertThat(fixture.plan().decision().reason().message()).contains("the hash of this plan");
  }

  @Test
  void whereThereIsNoOlderOneThatIsSaid() {
    ClusterFixture fixture = RecoveryFixture.onTrial();
    RecoveryFixture.line(
        fixture,
        fixture.records.snapshots().stream()
            .filter(line -> line.id().equals(OLDER))
            .findFirst()
            .orElseThrow()
            .failed("damaged"));
    for (int i = 0; i < 3; i++) {
      if (i > 0) {
        triesAgain(fixture);
      }
      fails(fixture, "ARCHIVED");
    }

    assertThat(told(fixture).orElseThrow()).contains("there is no older snapshot");
  }
}
