package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.codec.CommandCodec;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandSlot;
import io.quorate.command.JoinCluster;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.view.ClusterView;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.JournalEntry;
import io.quorate.state.Termination;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Slot, status and journal of one operation move together, or not at all. */
class OperationOnStoreTest {
  private static final InstanceId LOST = new InstanceId("i-3");

  private final StoreStage stage =
      StoreStage.of(ClusterFixture.healthy(3).data(LOST.value(), DataState.LOST));

  @Test
  void issuingFillsTheSlotOpensTheOperationAndIsJournalled() {
    assertThat(stage.turn()).isInstanceOf(TurnResult.Settled.class);

    CommandSlot slot = stage.slot("i-3").orElseThrow();
    assertThat(slot.state()).isEqualTo(CommandSlot.State.OPEN);
    assertThat(stage.status().operation())
        .hasValueSatisfying(
            open -> assertThat(open.commandId()).isEqualTo(slot.command().header().id()));
    assertThat(stage.decisions()).containsExactly("ISSUE_INSTRUCTION");
    assertThat(stage.journal().getFirst().token()).isEqualTo(slot.command().header().token());
  }

  @Test
  @Guards({"StartCommand", "TurnResult.Stale"})
  void issuingOnEvidenceThatMovesIsRefusedAtEveryLook() {
    List<?> before = nodeless();

    TurnResult result = stage.turn(afterMoving(new InstanceId("i-1")));

    assertThat(result)
        .isEqualTo(
            new TurnResult.Stale(List.of(Keys.node(StoreStage.CLUSTER, new InstanceId("i-1")))));
    assertThat(nodeless()).isEqualTo(before);
  }

  @Test
  @Guards("StartCommand")
  void issuingNeverOverwritesAnInstructionThatIsNotClosed() {
    stage.turn();
    CommandSlot open = stage.slot("i-3").orElseThrow();
    stage.put(
        Keys.status(StoreStage.CLUSTER), Codecs.STATUS.write(stage.status().closing(idOf(open))));

    assertThat(stage.turn())
        .isEqualTo(
            new TurnResult.Stale(List.of(Keys.command(StoreStage.CLUSTER, Lane.MEMBERSHIP, LOST))));
    assertThat(stage.slot("i-3")).contains(open);
  }

  @Test
  @Guards("CANCEL_OVERDUE_OPERATION")
  void anOverdueOperationIsAskedToCancelInItsOwnSlot() {
    stage.turn();
    overdue();

    stage.turn();

    assertThat(stage.slot("i-3").orElseThrow().state())
        .isEqualTo(CommandSlot.State.CANCEL_REQUESTED);
    assertThat(stage.status().operation().orElseThrow().cancelRequested()).isTrue();
    assertThat(stage.decisions()).contains("CANCEL_OPERATION");
  }

  @Test
  @Guards("CancelCommand")
  void anotherInstructionInTheSlotIsNotCancelled() {
    stage.turn();
    overdue();
    CommandSlot other = renamed(stage.slot("i-3").orElseThrow());
    stage.put(Keys.command(StoreStage.CLUSTER, Lane.MEMBERSHIP, LOST), CommandCodec.write(other));

    stage.turn();

    assertThat(stage.slot("i-3")).contains(other);
    assertThat(stage.status().operation().orElseThrow().cancelRequested()).isFalse();
    assertThat(stage.status().conditions())
        .anyMatch(told -> told.type() == Condition.Type.INSTRUCTION_MISSING);
    assertThat(stage.decisions()).doesNotContain("CANCEL_OPERATION");
  }

  @Test
  @Guards("CloseCommand")
  void closingFreesTheSlotEndsTheOperationAndKeepsTheOutcome() {
    stage.turn();
    answer(Outcome.Result.FAILED);

    stage.turn();

    assertThat(stage.slot("i-3").orElseThrow().state()).isEqualTo(CommandSlot.State.CLOSED);
    assertThat(stage.status().operation()).isEmpty();
    JournalEntry close =
        stage.journal().stream()
            .filter(e -> e.decision().equals("CLOSE_OPERATION"))
            .findFirst()
            .orElseThrow();
    assertThat(close.evidence()).containsEntry("result", "FAILED").containsEntry("step", "STEP");
  }

  @Test
  @Guards("CloseCommand")
  void closingIsRefusedWhenTheSlotMovedMeanwhile() {
    stage.turn();
    answer(Outcome.Result.DONE);
    CommandSlot read = stage.slot("i-3").orElseThrow();
    List<Integer> looks = new ArrayList<>();

    TurnResult result =
        stage.turn(
            view -> {
              Plan plan = new Planner().plan(view);
              looks.add(looks.size());
              if (looks.size() > 1) {
                return rest(view);
              }
              stage.put(
                  Keys.command(StoreStage.CLUSTER, Lane.MEMBERSHIP, LOST),
                  CommandCodec.write(renamed(read)));
              return plan;
            });

    assertThat(result).isInstanceOf(TurnResult.Settled.class);
    assertThat(stage.status().operation()).isPresent();
    assertThat(stage.decisions()).doesNotContain("CLOSE_OPERATION");
  }

  @Test
  @Guards("TurnResult.Unsettled")
  void aTurnLooksEightTimesAndNoMore() {
    List<Integer> looks = new ArrayList<>();

    TurnResult result =
        stage.turn(
            view -> {
              looks.add(looks.size());
              return changing(view, looks.size());
            });

    assertThat(looks).hasSize(8);
    assertThat(((TurnResult.Unsettled) result).decisions()).hasSize(8);
    assertThat(result.retry()).isTrue();
    assertThat(stage.decisions()).hasSize(8);
  }

  private static Plan changing(ClusterView view, int look) {
    var intent = Termination.decided(new InstanceId("i-x" + look), "test", ClusterFixture.NOW);
    return new Plan(
        new RecordTermination(Reason.of("TEST", "test"), intent),
        view.status().withTerminations(List.of(intent)),
        Map.of());
  }

  private static Plan rest(ClusterView view) {
    return new Plan(new NoOp(Reason.of("TEST", "test")), view.status(), Map.of());
  }

  /** The planner, with a witness's state version moving between its look and its write. */
  private Function<ClusterView, Plan> afterMoving(InstanceId witness) {
    return view -> {
      Plan plan = new Planner().plan(view);
      Map<String, Object> row =
          new LinkedHashMap<>(stage.attributes(Keys.node(StoreStage.CLUSTER, witness)));
      row.computeIfPresent("stateVersion", (name, version) -> (Long) version + 1);
      stage.put(Keys.node(StoreStage.CLUSTER, witness), row);
      return plan;
    };
  }

  private void overdue() {
    stage.now = stage.now.plus(Duration.ofHours(2));
  }

  private void answer(Outcome.Result result) {
    CommandSlot slot = stage.slot("i-3").orElseThrow();
    stage.fixture.node("i-3").outcome =
        Optional.of(new Outcome(idOf(slot), slot.command().kind(), result, "STEP", "said so"));
    stage.heartbeats();
  }

  private static String idOf(CommandSlot slot) {
    return slot.command().header().id();
  }

  private static CommandSlot renamed(CommandSlot slot) {
    var join = (JoinCluster) slot.command();
    var header = join.header();
    var other =
        new CommandHeader(
            "other",
            header.executor(),
            header.uid(),
            header.generation(),
            header.token(),
            header.issuedAt());
    return new CommandSlot(
        new JoinCluster(
            other,
            join.formerMember(),
            join.clusterToken(),
            join.clusterId(),
            join.contacts(),
            join.deadlineMillis(),
            join.lagLimit()),
        slot.state());
  }

  private List<?> nodeless() {
    return stage.records().stream().filter(item -> item.key().table() != Table.NODES).toList();
  }
}
