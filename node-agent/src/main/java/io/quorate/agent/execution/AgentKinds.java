package io.quorate.agent.execution;

import io.quorate.instruction.InstructionKind;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What this agent says that it knows beyond what every release knows. */
public final class AgentKinds {
  private static final Set<String> TOLD =
      EnumSet.complementOf(EnumSet.of(InstructionKind.JOIN, InstructionKind.REMOVE_MEMBER)).stream()
          .map(Enum::name)
          .collect(Collectors.toUnmodifiableSet());

  private AgentKinds() {}

  /** The names that the heartbeat lists. */
  public static Set<String> told() {
    return TOLD;
  }
}
