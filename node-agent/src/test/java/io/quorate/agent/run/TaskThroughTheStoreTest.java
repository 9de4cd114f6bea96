package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.steps.StepWorld;
import io.quorate.agent.tasks.TaskPrograms;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.agent.tasks.TaskWorker;
import io.quorate.codec.TaskCodec;
import io.quorate.instruction.InstructionHeader;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.Outcome;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import io.quorate.task.TakeSnapshot;
import io.quorate.task.TaskKind;
import io.quorate.task.TaskOutcome;
import io.quorate.task.TaskSlot;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A task from its slot in the table to its outcome in the node's row. */
class TaskThroughTheStoreTest extends LoopsOverModel {
  private Optional<Runnable> work = Optional.empty();

  private final TaskPrograms programs =
      new TaskPrograms() {
        @Override
        public Set<TaskKind> kinds() {
          return Set.of(TaskKind.TAKE_SNAPSHOT);
        }

        @Override
        public TaskResult run(TaskRun run) {
          return new TaskResult.Done("taken", Map.of("revision", 7L));
        }
      };

  private final TaskWorker worker =
      new TaskWorker() {
        @Override
        public void start(String name, Runnable what) {
          work = Optional.of(what);
        }

        @Override
        public void interrupt() {}
      };

  private AgentLoops serving() {
    commitBootstrap();
    AgentLoops loops = boot(world.ports(), store, world.ports().etcd(), VERSION, programs, worker);
    loops.start(loops.readAtStart());
    until(loops, Heartbeat::serving);
    return loops;
  }

  private static TaskSlot slot() {
    InstructionHeader header =
        new InstructionHeader(
            "task-1",
            StepWorld.SELF.instance(),
            new ClusterUid("uid-1"),
            Generation.FIRST,
            new FencingToken(7),
            Instant.EPOCH);
    return new TaskSlot(
        new TakeSnapshot(
            header,
            SnapshotId.of(Instant.EPOCH, Generation.FIRST, 1),
            "scheduled",
            Duration.ofMinutes(1)),
        InstructionSlot.State.OPEN);
  }

  private void tell(Map<String, Object> attributes) {
    store.write(
        new Write.Put(
            new Item(Keys.task(StepWorld.SELF.cluster(), StepWorld.SELF.instance()), attributes),
            Expect.anything()));
  }

  @Test
  void theRowTellsKindsProgressAndOutcome() {
    AgentLoops loops = serving();
    assertThat(row().orElseThrow().report().kinds())
        .containsExactlyInAnyOrder("LEAVE", "RESTART_MEMBER", "TAKE_SNAPSHOT");
    tell(TaskCodec.write(slot()));
    until(loops, beat -> beat.report().taskProgress().isPresent());
    assertThat(row().orElseThrow().report().taskProgress()).contains("TAKE_SNAPSHOT: begun");

    work.orElseThrow().run();

    Heartbeat beat = until(loops, row -> row.report().taskOutcome().isPresent());
    assertThat(beat.report().taskOutcome())
        .contains(
            new TaskOutcome(
                "task-1",
                1,
                TaskKind.TAKE_SNAPSHOT,
                Outcome.Result.DONE,
                "taken",
                Map.of("revision", 7L)));
    assertThat(beat.report().taskProgress()).isEmpty();
    assertThat(beat.seenToken()).isEqualTo(new FencingToken(7));
    assertThat(beat.report().revisionSeen())
        .isEqualTo(beat.status().map(MemberStatus::revision).orElseThrow());
  }

  @Test
  void aTaskThatCannotBeReadHidesNothingElse() {
    AgentLoops loops = serving();
    Map<String, Object> later = new HashMap<>(TaskCodec.write(slot()));
    later.put("kind", "ADDED_LATER");
    tell(later);

    long before = row().orElseThrow().sequence();
    Heartbeat beat = until(loops, row -> row.sequence() > before + 2);

    assertThat(beat.serving()).isTrue();
    assertThat(beat.report().taskOutcome()).isEmpty();
    assertThat(loops.snapshot().heartbeats()).doesNotContainKey("failed");
  }
}
