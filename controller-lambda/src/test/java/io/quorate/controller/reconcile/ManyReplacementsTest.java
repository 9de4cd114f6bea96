package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.command.Command;
import io.quorate.command.CommandSlot;
import io.quorate.command.JoinCluster;
import io.quorate.command.Outcome;
import io.quorate.command.RemoveMember;
import io.quorate.controller.decision.CloseCommand;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.PruneInstances;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.CountingStore;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.plan.instances.PrunableInstances;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataHolding;
import io.quorate.store.Keys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A cluster of three of which one is replaced every half hour, for weeks. EC2 shows who was
 * terminated for an hour. Each decision is carried out at once, as its agents would in the end.
 */
@Guards("PRUNE_INSTANCES")
class ManyReplacementsTest {
  /** Without pruning the status passes its budget after some 600. */
  private static final int REPLACEMENTS = Integer.getInteger("quorate.replacements", 1_000);

  private static final int LOOKED_AT_EACH = 250;
  private static final long STATUS_BYTES = 100_000;
  private static final int MOST_PLANS = 30;

  private final ClusterFixture fixture = RecoveryFixture.recorded();
  private final Deque<InstanceId> voters = new ArrayDeque<>(fixture.actors.keySet());
  private final Deque<Map.Entry<Instant, InstanceId>> shownTerminated = new ArrayDeque<>();
  private final Bootstrap bootstrap = fixture.lineage.bootstrap().orElseThrow();
  private int launched = voters.size();

  @Test
  void replacedAgainAndAgainItKeepsASmallStatusAndReadsNoMore() {
    replace();
    Reads first = steady();
    for (int n = 2; n <= REPLACEMENTS; n++) {
      replace();
      if (n % LOOKED_AT_EACH == 0) {
        Reads now = steady();
        assertThat(statusBytes()).as("status after %d", n).isLessThanOrEqualTo(STATUS_BYTES);
        assertThat(now.leaseBytes()).as("lease after %d", n).isLessThanOrEqualTo(STATUS_BYTES / 10);
        assertThat(now.requests()).as("requests after %d", n).isEqualTo(first.requests());
        // Those that ended in the last hours are remembered: two an hour, each with a row.
        assertThat(now.items()).as("items after %d", n).isLessThanOrEqualTo(first.items() + 2 * 4);
      }
    }
    assertThat(voters).hasSize(3);
  }

  private long statusBytes() {
    return CountingStore.bytes(Codecs.STATUS.write(fixture.status));
  }

  private void replace() {
    fixture.after(Duration.ofMinutes(30));
    InstanceId ended = voters.removeFirst();
    fixture.terminate(ended.value());
    shownTerminated.addLast(Map.entry(fixture.now.plus(Duration.ofHours(1)), ended));
    while (!shownTerminated.isEmpty()
        && !fixture.now.isBefore(shownTerminated.getFirst().getKey())) {
      fixture.instances.remove(shownTerminated.removeFirst().getValue());
    }
    launch();
    settle();
    assertThat(fixture.listed).hasSize(3).noneMatch(m -> m.name().equals(ended.value()));
  }

  private void launch() {
    launched++;
    NodeFixture node = new NodeFixture(new InstanceId("i-%017x".formatted(launched)), launched);
    fixture.actors.put(node.instance, node);
    fixture.instances.put(node.instance, InstanceState.RUNNING);
    fixture.lifecycles.put(node.instance, "InService");
    RecoveryFixture.waiting(node, DataHolding.Cause.NEVER);
    voters.addLast(node.instance);
  }

  /** Until nothing is left to be done. */
  private void settle() {
    for (int turn = 0; turn < MOST_PLANS; turn++) {
      look();
      Plan plan = fixture.plan();
      fixture.status = plan.status();
      carriedOut(plan.decision());
      if (plan.decision() instanceof NoOp) {
        return;
      }
    }
    throw new AssertionError("still " + fixture.plan().decision() + " after " + MOST_PLANS);
  }

  private void look() {
    fixture.groupIn("us-east-1/123456789012");
    Set<InstanceId> unknown = new HashSet<>(fixture.status.data().holders().keySet());
    unknown.removeIf(fixture.status::terminated);
    unknown.addAll(PrunableInstances.asked(fixture.lineage, fixture.status, fixture.now));
    unknown.removeAll(fixture.instances.keySet());
    fixture.records = fixture.records.withUnknownToEc2(unknown);
  }

  private void carriedOut(Decision decision) {
    if (decision instanceof StartCommand start) {
      Command command = start.command();
      InstanceId executor = command.header().executor();
      fixture.slots.put(executor, new CommandSlot(command, CommandSlot.State.OPEN));
      NodeFixture node = Objects.requireNonNull(fixture.actors.get(executor));
      switch (command) {
        case RemoveMember remove -> unlist(remove.target());
        case JoinCluster join -> {
          join.formerMember().ifPresent(this::unlist);
          node.joined(bootstrap, ClusterFixture.memberOf(node));
          fixture.listed.add(ClusterFixture.entry(node, false));
        }
        default -> throw new AssertionError("nobody asked for " + command);
      }
      node.outcome =
          Optional.of(
              new Outcome(
                  command.header().id(), command.kind(), Outcome.Result.DONE, "STEP", "done"));
    } else if (decision instanceof CloseCommand) {
      fixture.slots.replaceAll((id, slot) -> slot.in(CommandSlot.State.CLOSED));
    } else if (decision instanceof PruneInstances pruned) {
      pruned.instances().forEach(fixture.actors::remove);
      pruned.instances().forEach(fixture.slots::remove);
    } else if (decision.changes()) {
      throw new AssertionError("unexpected: " + decision);
    }
  }

  private void unlist(MemberId gone) {
    fixture.listed.removeIf(member -> member.id().equals(gone));
  }

  /** What a steady turn asks of the store, with the records as they are now. */
  private Reads steady() {
    StoreStage stage = StoreStage.of(fixture);
    stage.now = fixture.now;
    stage.turn();
    CountingStore counting = new CountingStore(stage.store);
    stage.now = fixture.now.plusSeconds(5);
    stage.heartbeats();
    assertThat(stage.turn(counting, new Planner()::plan)).isInstanceOf(TurnResult.Settled.class);
    return new Reads(
        counting.requests,
        counting.itemsRead,
        CountingStore.bytes(stage.attributes(Keys.lease(StoreStage.CLUSTER))));
  }

  private record Reads(long requests, long items, long leaseBytes) {}
}
