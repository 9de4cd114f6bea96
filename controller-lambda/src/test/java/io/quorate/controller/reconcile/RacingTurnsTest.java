package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandSlot;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.HookedStore;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.guards.Guards;
import io.quorate.state.DataState;
import io.quorate.state.JournalEntry;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Turns that race, with leases that run out under them at any store call. */
class RacingTurnsTest {
  private static final int SEEDS = 150;
  private static final int RACERS = 3;

  @Test
  void neverOpenTwoOperations() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      StoreStage stage =
          race(seed, () -> StoreStage.of(ClusterFixture.healthy(3).data("i-3", DataState.LOST)));
      List<CommandSlot> slots =
          List.of("i-1", "i-2", "i-3").stream().flatMap(id -> stage.slot(id).stream()).toList();

      assertThat(slots.size()).as("seed %s", seed).isLessThanOrEqualTo(1);
      assertThat(stage.decisions().stream().filter("ISSUE_INSTRUCTION"::equals).count())
          .as("seed %s", seed)
          .isEqualTo(slots.size());
      assertThat(stage.status().operation().map(open -> open.commandId()))
          .isEqualTo(slots.stream().findFirst().map(slot -> slot.command().header().id()));
    }
  }

  @Test
  @Guards("CommitBootstrap")
  void neverDecideTwoBootstraps() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      StoreStage stage = race(seed, () -> StoreStage.of(ClusterFixture.registered(3)));

      assertThat(stage.decisions().stream().filter("COMMIT_BOOTSTRAP"::equals).count())
          .as("seed %s", seed)
          .isLessThanOrEqualTo(1);
      assertThat(stage.decisions().stream().filter("FINALIZE_BOOTSTRAP"::equals).count())
          .as("seed %s", seed)
          .isLessThanOrEqualTo(1);
      assertThat(stage.status().conditions())
          .as("seed %s", seed)
          .noneMatch(held -> held.type().name().startsWith("TABLE"));
    }
  }

  private static StoreStage race(int seed, Supplier<StoreStage> made) throws Exception {
    StoreStage stage = made.get();
    List<Long> tokens = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(RACERS)) {
      List<Future<TurnResult>> running = new ArrayList<>();
      for (int racer = 0; racer < RACERS; racer++) {
        RecordStore through = shaken(stage, new Random(seed * 31L + racer), tokens);
        running.add(threads.submit(() -> stage.turn(through, new Planner()::plan)));
      }
      for (Future<TurnResult> turn : running) {
        finished(turn);
      }
    }
    assertThat(tokens).as("seed %s: the token never falls", seed).isSorted();
    List<Long> written =
        stage.journal().stream().map(JournalEntry::token).map(token -> token.value()).toList();
    assertThat(written).as("seed %s: nobody writes after a newer token", seed).isSorted();
    return stage;
  }

  private static void finished(Future<TurnResult> turn) throws Exception {
    try {
      turn.get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("a racing turn failed", e.getCause());
    }
  }

  /** Before some calls all leases run out; the token is read at every call. */
  private static RecordStore shaken(StoreStage stage, Random random, List<Long> tokens) {
    return new HookedStore(
        stage.store,
        call -> {
          synchronized (tokens) {
            var lease = stage.store.read(List.of(Keys.lease(StoreStage.CLUSTER)));
            lease.values().forEach(item -> tokens.add(token(item.attributes())));
            if (random.nextInt(6) == 0) {
              stage.pastTheLease();
            }
          }
          if (random.nextBoolean()) {
            Thread.onSpinWait();
          }
        });
  }

  private static long token(Map<String, Object> lease) {
    return (Long) java.util.Objects.requireNonNull(lease.get("token"));
  }
}
