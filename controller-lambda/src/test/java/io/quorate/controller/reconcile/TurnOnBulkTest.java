package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.command.CommandHeader;
import io.quorate.command.RemoveMember;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import io.quorate.state.Termination;
import io.quorate.store.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a turn may rest on that was told to several at once (ADR 50). */
class TurnOnBulkTest {
  private static final InstanceId VICTIM = new InstanceId("i-3");
  private static final Reason REASON = Reason.of("TEST", "test");

  private final StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
  private final List<Integer> desired = new ArrayList<>();

  @BeforeEach
  void bulk() {
    GroupView.Observed now = (GroupView.Observed) stage.group;
    stage.bulk = Optional.of(new GroupView.Observed(7, now.lifecycles(), List.of()));
  }

  @Test
  void whatEndsAnInstanceIsDecidedAnewOnTheTurnsOwnAnswer() {
    stage.turn(view -> bulkOf(view) ? terminates(view) : rests(view));

    assertThat(desired).as("the bulk's group, then the turn's own").containsExactly(7, 3);
    assertThat(stage.status().terminations()).isEmpty();
    assertThat(stage.terminated).isEmpty();
  }

  @Test
  void aTurnThatMayNotAskDecidesNothingAndComesAgain() {
    stage.mayAsk = false;

    TurnResult result = stage.turn(view -> bulkOf(view) ? terminates(view) : rests(view));

    assertThat(result.retry()).isTrue();
    assertThat(result)
        .isInstanceOfSatisfying(
            TurnResult.Unsettled.class, why -> assertThat(why.why()).contains("too many others"));
    assertThat(stage.status().terminations()).isEmpty();
  }

  @Test
  void whereNothingIsToBeDoneTheBulkIsEnough() {
    assertThat(stage.turn(view -> bulkOf(view) ? rests(view) : terminates(view)))
        .isInstanceOf(TurnResult.Settled.class);

    assertThat(desired).containsExactly(7);
  }

  /** The stage's bulk does not tell of hooks, as that of a large fleet in most minutes. */
  @Test
  void aConditionAboutHooksDoesNotEndForWantOfAnAnswer() {
    Condition missing = new Condition(Condition.Type.HOOKS_MISSING, "no hook", ClusterFixture.NOW);
    stage.put(
        Keys.status(StoreStage.CLUSTER),
        Codecs.STATUS.write(stage.status().showing(Phase.HEALTHY, List.of(missing))));

    TurnResult result =
        stage.turn(
            view -> {
              desired.add(((GroupView.Observed) view.group()).desired());
              return rests(view);
            });

    assertThat(result).isInstanceOf(TurnResult.Settled.class);
    assertThat(desired).containsExactly(7, 3);
  }

  /** EC2 never takes back that an instance was terminated. */
  @Test
  @Guards("StartCommand")
  void aMemberIsRemovedOnTheBulkOnlyWhereItsInstanceIsKnownToBeTerminated() {
    ClusterFixture alive = ClusterFixture.healthy(3);
    ClusterFixture dead = ClusterFixture.healthy(3).terminate("i-3");
    dead.status = dead.status.withTombstones(Map.of(VICTIM, ClusterFixture.NOW));

    assertThat(removal(alive.view()).mayRestOnBulk(alive.view())).isFalse();
    assertThat(removal(dead.view()).mayRestOnBulk(dead.view())).isTrue();
  }

  private static Decision removal(ClusterView view) {
    MemberId target =
        view.nodes().values().stream()
            .flatMap(node -> node.heartbeat().members().stream())
            .filter(member -> member.name().equals(VICTIM.value()))
            .findFirst()
            .orElseThrow()
            .id();
    return new StartCommand(
        REASON,
        new RemoveMember(
            new CommandHeader(
                "c",
                new InstanceId("i-1"),
                view.lineage().uid(),
                view.lineage().generation(),
                view.token(),
                view.observedAt()),
            view.lineage().bootstrap().orElseThrow().clusterId(),
            target,
            false,
            "test"),
        Optional.empty());
  }

  private boolean bulkOf(ClusterView view) {
    int told = ((GroupView.Observed) view.group()).desired();
    desired.add(told);
    return told == 7;
  }

  private static Plan rests(ClusterView view) {
    return new Plan(new NoOp(REASON), view.status(), Map.of());
  }

  private static Plan terminates(ClusterView view) {
    Termination intent = Termination.decided(VICTIM, "test", ClusterFixture.NOW);
    return new Plan(
        new RecordTermination(REASON, intent),
        view.status().withTerminations(List.of(intent)),
        Map.of());
  }
}
