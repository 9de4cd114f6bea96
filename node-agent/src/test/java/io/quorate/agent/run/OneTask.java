package io.quorate.agent.run;

import io.quorate.agent.steps.StepWorld;
import io.quorate.agent.tasks.TaskPrograms;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.agent.tasks.TaskWorker;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.TakeSnapshot;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A snapshot that an agent is told to take; it is taken when the test runs the work. */
final class OneTask {
  private Optional<Runnable> work = Optional.empty();

  final TaskPrograms programs =
      new TaskPrograms() {
        @Override
        public Set<CommandKind> kinds() {
          return Set.of(CommandKind.TAKE_SNAPSHOT);
        }

        @Override
        public TaskResult run(TaskRun run) {
          return new TaskResult.Done("taken", Map.of("revision", 7L));
        }
      };

  final TaskWorker worker =
      new TaskWorker() {
        @Override
        public void start(String name, Runnable what) {
          work = Optional.of(what);
        }

        @Override
        public void interrupt() {}
      };

  /** What the agent began; empty until then. */
  Optional<Runnable> work() {
    return work;
  }

  /** The task, open in the slot of its executor. */
  static CommandSlot slot() {
    CommandHeader header =
        new CommandHeader(
            "task-1",
            StepWorld.SELF.instance(),
            new ClusterUid("uid-1"),
            Generation.FIRST,
            new FencingToken(7),
            Instant.EPOCH);
    return new CommandSlot(
        new TakeSnapshot(
            header,
            SnapshotId.of(Instant.EPOCH, Generation.FIRST, 1),
            "scheduled",
            Duration.ofMinutes(1)),
        CommandSlot.State.OPEN);
  }
}
