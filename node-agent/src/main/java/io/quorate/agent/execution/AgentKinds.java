package io.quorate.agent.execution;

import io.quorate.command.CommandKind;
import io.quorate.command.RestartMember;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What this agent says that it knows beyond what every release knows. */
public final class AgentKinds {
  private static final Set<CommandKind> TOLD =
      EnumSet.of(CommandKind.LEAVE, CommandKind.RESTART_MEMBER, CommandKind.SET_PEER_URL);

  private AgentKinds() {}

  /**
   * The names that the heartbeat lists.
   *
   * @param tasks the kinds of task that it can carry out
   */
  public static Set<String> told(Set<CommandKind> tasks) {
    return Stream.concat(
            Stream.of(RestartMember.ANEW_ABILITY),
            Stream.concat(TOLD.stream(), tasks.stream()).map(Enum::name))
        .collect(Collectors.toUnmodifiableSet());
  }
}
