package io.quorate.agent.execution;

import io.quorate.instruction.InstructionKind;
import io.quorate.task.TaskKind;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What this agent says that it knows beyond what every release knows. */
public final class AgentKinds {
  private static final Set<InstructionKind> TOLD =
      EnumSet.complementOf(EnumSet.of(InstructionKind.JOIN, InstructionKind.REMOVE_MEMBER));

  private AgentKinds() {}

  /**
   * The names that the heartbeat lists.
   *
   * @param tasks the kinds of task that it can carry out
   */
  public static Set<String> told(Set<TaskKind> tasks) {
    return Stream.<Enum<?>>concat(TOLD.stream(), tasks.stream())
        .map(Enum::name)
        .collect(Collectors.toUnmodifiableSet());
  }
}
