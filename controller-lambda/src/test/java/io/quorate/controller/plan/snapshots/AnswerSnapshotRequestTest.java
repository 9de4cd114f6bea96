package io.quorate.controller.plan.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.Prerequisite;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.guards.Guards;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.BucketUse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerSnapshotRequestTest {
  private static final SnapshotRecord OLD = SnapshotFixture.verified(Duration.ofHours(2), 30);
  private static final SnapshotRecord NEWEST = SnapshotFixture.verified(Duration.ofHours(1), 50);

  private static AnswerRequest answer(Request request, SnapshotRecord... catalogue) {
    SnapshotFixture fixture =
        SnapshotFixture.of(3).spec("interval: off").catalogue(catalogue).request(request);
    assertThat(fixture.cluster.plan().decision()).isInstanceOf(AnswerRequest.class);
    return (AnswerRequest) fixture.cluster.plan().decision();
  }

  private static Request delete(SnapshotRecord record) {
    return SnapshotFixture.asks(RequestKind.DELETE_SNAPSHOT, "snapshot", record.id().value());
  }

  private static void refused(AnswerRequest answer, String words) {
    assertThat(answer.request().after().state()).isEqualTo(Request.State.REFUSED);
    assertThat(answer.request().after().detail()).contains(words);
    assertThat(answer.catalogue()).isEmpty();
    assertThat(answer.prerequisite()).isEmpty();
  }

  @Test
  void aPinIsWrittenToTheBucketBeforeTheCatalogue() {
    AnswerRequest answer =
        answer(
            SnapshotFixture.asks(RequestKind.PIN_SNAPSHOT, "snapshot", OLD.id().value()),
            OLD,
            NEWEST);

    assertThat(answer.prerequisite())
        .contains(new Prerequisite.PinSnapshot(OLD.id(), Optional.of("alice")));
    assertThat(answer.catalogue())
        .contains(CatalogueChange.replace(OLD, OLD.pinned(Optional.of("alice"))));
    assertThat(answer.request().after().state()).isEqualTo(Request.State.DONE);
  }

  @Test
  void aPinIsTakenBack() {
    SnapshotRecord pinned = OLD.pinned(Optional.of("bob"));
    AnswerRequest answer =
        answer(
            SnapshotFixture.asks(
                RequestKind.PIN_SNAPSHOT, "snapshot", OLD.id().value(), "pinned", "false"),
            pinned,
            NEWEST);

    assertThat(answer.prerequisite())
        .contains(new Prerequisite.PinSnapshot(OLD.id(), Optional.empty()));
    assertThat(answer.catalogue().orElseThrow().after().orElseThrow().pinnedBy()).isEmpty();
  }

  @Test
  void aDeletionIsRecorded() {
    AnswerRequest answer = answer(delete(OLD), OLD, NEWEST);

    assertThat(answer.request().after().state()).isEqualTo(Request.State.DONE);
    assertThat(answer.catalogue()).contains(CatalogueChange.replace(OLD, OLD.deleting()));
  }

  @Test
  @Guards("ANSWER_SNAPSHOT_REQUEST")
  void thePinnedAndTheNewestVerifiedAreNotDeleted() {
    refused(answer(delete(NEWEST), OLD, NEWEST), "newest verified");
    SnapshotRecord pinned = OLD.pinned(Optional.of("bob"));
    refused(answer(delete(pinned), pinned, NEWEST), "pinned by bob");
  }

  @Test
  void withoutAVerifiedOneOnlyAWrongOneIsDeleted() {
    SnapshotRecord taken = SnapshotFixture.taken(Duration.ofHours(3), 20);
    SnapshotRecord wrong =
        SnapshotFixture.taken(Duration.ofHours(4), 10).failed("its hash differs");

    refused(answer(delete(taken), taken, wrong), "no verified snapshot");
    assertThat(answer(delete(wrong), taken, wrong).catalogue())
        .contains(CatalogueChange.replace(wrong, wrong.deleting()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "20260102T030405Z-g1-ffff", "../../x"})
  @Guards("ANSWER_SNAPSHOT_REQUEST")
  void whatIsNotThereIsRefused(String id) {
    for (RequestKind kind :
        new RequestKind[] {
          RequestKind.PIN_SNAPSHOT, RequestKind.DELETE_SNAPSHOT, RequestKind.VERIFY_SNAPSHOT
        }) {
      refused(answer(SnapshotFixture.asks(kind, "snapshot", id), OLD), "no snapshot '" + id);
    }
  }

  @Test
  void whatIsBeingDeletedIsNotPinned() {
    refused(
        answer(
            SnapshotFixture.asks(RequestKind.PIN_SNAPSHOT, "snapshot", OLD.id().value()),
            OLD.deleting(),
            NEWEST),
        "being deleted");
  }

  @Test
  void aRequestWhoseTaskIsGoneFails() {
    Request lost =
        SnapshotFixture.asks(RequestKind.TAKE_SNAPSHOT)
            .in(Request.State.TAKEN_UP, "told", Map.of("task", "task-9"));

    assertThat(answer(lost, OLD).request().after().state()).isEqualTo(Request.State.FAILED);
  }

  @Test
  void whileTheBucketRefusesAPinWaits() {
    SnapshotFixture fixture =
        SnapshotFixture.of(3)
            .spec("interval: off")
            .catalogue(OLD)
            .request(SnapshotFixture.asks(RequestKind.PIN_SNAPSHOT, "snapshot", OLD.id().value()));
    fixture.cluster.status =
        fixture.cluster.status.withTasks(
            fixture
                .cluster
                .status
                .tasks()
                .withBucket(
                    fixture
                        .cluster
                        .status
                        .tasks()
                        .bucket()
                        .failed(BucketUse.SNAPSHOTS, "away", ClusterFixture.NOW)));

    assertThat(fixture.cluster.plan().decision()).isNotInstanceOf(AnswerRequest.class);
    fixture.cluster.after(Duration.ofMinutes(1));
    assertThat(fixture.cluster.plan().decision()).isInstanceOf(AnswerRequest.class);
  }
}
