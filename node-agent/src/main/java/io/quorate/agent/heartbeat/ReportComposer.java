package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentKinds;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeReport;
import io.quorate.task.TaskKind;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Composes what a heartbeat tells beside the member's state. */
public final class ReportComposer {
  private final Set<String> kinds;
  private final Supplier<Optional<String>> taskProgress;

  /**
   * Composes for an agent.
   *
   * @param tasks the kinds of task it can carry out
   * @param taskProgress the task under way, for people
   */
  public ReportComposer(Set<TaskKind> tasks, Supplier<Optional<String>> taskProgress) {
    this.kinds = AgentKinds.told(tasks);
    this.taskProgress = taskProgress;
  }

  /** The report of this journal and what was just seen. */
  NodeReport of(AgentJournal journal, ProbeResult view) {
    return new NodeReport(
        kinds,
        Optional.empty(),
        false,
        Optional.empty(),
        journal.tasks().outcome(),
        taskProgress.get(),
        Math.max(journal.revisionSeen(), view.status().map(MemberStatus::revision).orElse(0L)),
        Optional.empty(),
        Optional.empty());
  }
}
