package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome.Result;
import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.CloseCommand;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.LastCommand;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CloseEndedTaskTest {
  private static final SnapshotManifest MANIFEST =
      SnapshotFixture.manifest(ClusterFixture.NOW, Generation.FIRST, 50);

  private static SnapshotFixture taking() {
    return SnapshotFixture.of(3).open(CommandKind.TAKE_SNAPSHOT, "i-2", MANIFEST.id());
  }

  private static SnapshotFixture verifying(SnapshotRecord record) {
    return SnapshotFixture.of(3)
        .catalogue(record)
        .open(CommandKind.VERIFY_SNAPSHOT, "i-2", record.id());
  }

  private static CloseCommand closed(SnapshotFixture fixture) {
    assertThat(fixture.cluster.plan().decision())
        .extracting(Decision::code)
        .isEqualTo("CLOSE_TASK");
    return (CloseCommand) fixture.cluster.plan().decision();
  }

  private static LastCommand last(SnapshotFixture fixture, CommandKind kind) {
    Plan plan = fixture.cluster.plan();
    assertThat(plan.status().tasks().open()).isEmpty();
    return Objects.requireNonNull(plan.status().tasks().last().get(kind));
  }

  @Test
  @Guards("CLOSE_TASK")
  void whatWasTakenGetsItsLineInTheCatalogue() {
    SnapshotFixture fixture =
        taking().answers("i-2", Result.DONE, SnapshotFixture.values(MANIFEST), "done");

    assertThat(closed(fixture).catalogue())
        .contains(CatalogueChange.add(SnapshotRecord.taken(MANIFEST)));
    assertThat(last(fixture, CommandKind.TAKE_SNAPSHOT).failures()).isZero();
  }

  @Test
  void aLineThatIsThereAlreadyStays() {
    SnapshotFixture fixture =
        taking()
            .catalogue(SnapshotRecord.taken(MANIFEST))
            .answers("i-2", Result.DONE, SnapshotFixture.values(MANIFEST), "done");

    assertThat(closed(fixture).catalogue()).isEmpty();
  }

  /** The bucket was looked at before the outcome was read. */
  @Test
  void aLineThatWasFoundIsTheControllersOwnThen() {
    SnapshotRecord found = SnapshotRecord.found(MANIFEST);
    SnapshotFixture fixture =
        taking()
            .catalogue(found)
            .answers("i-2", Result.DONE, SnapshotFixture.values(MANIFEST), "done");

    assertThat(closed(fixture).catalogue())
        .contains(CatalogueChange.replace(found, SnapshotRecord.taken(MANIFEST)));
  }

  @Test
  void anOutcomeThatIsNoManifestOrAnotherSnapshotsIsAFailure() {
    SnapshotManifest other = SnapshotFixture.manifest(ClusterFixture.NOW, Generation.FIRST, 51);
    Map<String, Object> foreignFile = new LinkedHashMap<>(SnapshotFixture.values(MANIFEST));
    foreignFile.put("dataKey", other.dataKey());
    Map<String, Object> foreignUid = new LinkedHashMap<>(SnapshotFixture.values(MANIFEST));
    foreignUid.put("uid", "uid-9");
    foreignUid.put("dataKey", "demo/uid-9/snapshots/" + MANIFEST.id() + ".1.db");
    SnapshotFixture file = taking().answers("i-2", Result.DONE, foreignFile, "done");
    SnapshotFixture uid = taking().answers("i-2", Result.DONE, foreignUid, "done");
    SnapshotFixture unreadable =
        taking().answers("i-2", Result.DONE, Map.of("snapshot", "x"), "done");
    SnapshotFixture foreign =
        taking().answers("i-2", Result.DONE, SnapshotFixture.values(other), "done");

    for (SnapshotFixture fixture : new SnapshotFixture[] {unreadable, foreign, file, uid}) {
      assertThat(closed(fixture).catalogue()).isEmpty();
      assertThat(last(fixture, CommandKind.TAKE_SNAPSHOT).failures()).isEqualTo(1);
      assertThat(last(fixture, CommandKind.TAKE_SNAPSHOT).detail()).startsWith("OTHER:");
    }
  }

  @Test
  void aFailureCountsAndItsWordIsKept() {
    SnapshotFixture fixture =
        SnapshotFixture.of(3)
            .failed(CommandKind.TAKE_SNAPSHOT, 2, Duration.ofMinutes(9), "i-2")
            .open(CommandKind.TAKE_SNAPSHOT, "i-2", MANIFEST.id())
            .answers("i-2", Result.FAILED, Map.of("failure", "DISK_FULL"), "no room");

    assertThat(last(fixture, CommandKind.TAKE_SNAPSHOT).failures()).isEqualTo(3);
    assertThat(last(fixture, CommandKind.TAKE_SNAPSHOT).detail()).isEqualTo("DISK_FULL: no room");
  }

  @Test
  void whatGaveWayToAChangeIsNoFailureButEveryOtherCancelAndRefusalIs() {
    SnapshotFixture gaveWay = taking().answers("i-2", Result.CANCELLED, Map.of(), "gives way");
    gaveWay.cluster.open(CommandKind.REMOVE_MEMBER, "i-2");
    SnapshotFixture late = taking().answers("i-2", Result.CANCELLED, Map.of(), "asked to");
    SnapshotFixture refused = taking().answers("i-2", Result.REFUSED, Map.of(), "an older token");

    assertThat(last(gaveWay, CommandKind.TAKE_SNAPSHOT).failures()).isZero();
    assertThat(last(late, CommandKind.TAKE_SNAPSHOT).failures()).isEqualTo(1);
    assertThat(last(refused, CommandKind.TAKE_SNAPSHOT).failures()).isEqualTo(1);
  }

  @Test
  void aRestoredSnapshotIsVerifiedByTheControllersClock() {
    SnapshotRecord record = SnapshotFixture.taken(Duration.ofHours(1), 40);
    SnapshotFixture fixture =
        verifying(record)
            .answers("i-2", Result.DONE, Map.of("restoreMillis", 2_500L, "revision", 40L), "right");

    assertThat(closed(fixture).catalogue())
        .contains(
            CatalogueChange.replace(
                record, record.verifiedBy(new SnapshotRecord.Verified(ClusterFixture.NOW, 2_500))));
  }

  @Test
  void onlyAProvenVerdictCallsASnapshotWrong() {
    SnapshotRecord record = SnapshotFixture.taken(Duration.ofHours(1), 40);
    SnapshotFixture bad =
        verifying(record)
            .answers("i-2", Result.FAILED, Map.of("verdict", "BAD"), "its hash differs");
    SnapshotFixture unknown =
        verifying(record).answers("i-2", Result.FAILED, Map.of("failure", "DISK_FULL"), "no room");

    assertThat(closed(bad).catalogue())
        .contains(CatalogueChange.replace(record, record.failed("its hash differs")));
    assertThat(last(bad, CommandKind.VERIFY_SNAPSHOT).failures()).isZero();
    assertThat(closed(unknown).catalogue()).isEmpty();
    assertThat(last(unknown, CommandKind.VERIFY_SNAPSHOT).failures()).isEqualTo(1);
  }

  @Test
  void aSnapshotThatIsBeingDeletedStaysSo() {
    SnapshotRecord deleting = SnapshotFixture.taken(Duration.ofHours(1), 40).deleting();
    SnapshotFixture fixture =
        verifying(deleting).answers("i-2", Result.DONE, Map.of("restoreMillis", 1L), "right");

    assertThat(closed(fixture).catalogue()).isEmpty();
  }

  @Test
  void aTerminatedExecutorClosesIt() {
    SnapshotFixture fixture = taking();
    fixture.cluster.terminate("i-2");
    fixture.cluster.status =
        fixture.cluster.status.withTombstones(Map.of(new InstanceId("i-2"), ClusterFixture.NOW));

    assertThat(closed(fixture).outcome().orElseThrow().detail()).contains("terminated");
  }

  @Test
  @Guards("CLOSE_TASK")
  void aSilentExecutorClosesItOnlyAfterTheDeadlineAndAGrace() {
    SnapshotFixture fixture = taking();
    fixture.cluster.after(Duration.ofMinutes(60).plusSeconds(59));
    assertThat(fixture.cluster.plan().decision())
        .extracting(Decision::code)
        .isNotEqualTo("CLOSE_TASK");

    fixture.cluster.after(Duration.ofSeconds(2));
    assertThat(closed(fixture).outcome().orElseThrow().detail()).contains("has not answered");
  }

  @Test
  @Guards("CloseCommand")
  void theRequestIsAnsweredWithIt() {
    Request request =
        SnapshotFixture.asks(RequestKind.TAKE_SNAPSHOT)
            .in(Request.State.TAKEN_UP, "told", Map.of());
    SnapshotFixture done =
        SnapshotFixture.of(3)
            .request(request)
            .open(CommandKind.TAKE_SNAPSHOT, "i-2", MANIFEST.id(), "request-1")
            .answers("i-2", Result.DONE, SnapshotFixture.values(MANIFEST), "done");
    SnapshotFixture cancelled =
        SnapshotFixture.of(3)
            .request(request)
            .open(CommandKind.TAKE_SNAPSHOT, "i-2", MANIFEST.id(), "request-1")
            .answers("i-2", Result.CANCELLED, Map.of(), "gives way");
    SnapshotFixture refused =
        SnapshotFixture.of(3)
            .request(request)
            .open(CommandKind.TAKE_SNAPSHOT, "i-2", MANIFEST.id(), "request-1")
            .answers("i-2", Result.REFUSED, Map.of(), "an older token");
    cancelled.cluster.open(CommandKind.REMOVE_MEMBER, "i-2");

    assertThat(closed(refused).request().orElseThrow().after().state())
        .isEqualTo(Request.State.FAILED);
    assertThat(closed(done).request().orElseThrow().after().state()).isEqualTo(Request.State.DONE);
    assertThat(closed(done).request().orElseThrow().after().result())
        .containsEntry("snapshot", MANIFEST.id().value());
    assertThat(closed(cancelled).request().orElseThrow().after().state())
        .isEqualTo(Request.State.OPEN);
  }
}
