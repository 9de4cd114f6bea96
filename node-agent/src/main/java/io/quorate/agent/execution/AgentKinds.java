package io.quorate.agent.execution;

import io.quorate.command.CommandKind;
import io.quorate.command.RestartMember;
import io.quorate.command.VerifySnapshot;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What this agent says that it knows beyond what every release knows. */
public final class AgentKinds {
  private static final Set<CommandKind> TOLD =
      EnumSet.of(CommandKind.LEAVE, CommandKind.RESTART_MEMBER, CommandKind.SET_PEER_URL);

  /** Who verifies and prepares releases verifies with a prepared one. */
  private static final Set<CommandKind> BY_RELEASE =
      EnumSet.of(CommandKind.VERIFY_SNAPSHOT, CommandKind.PREPARE_RELEASE);

  private AgentKinds() {}

  /**
   * The names that the heartbeat lists.
   *
   * @param tasks the kinds of task that it can carry out
   */
  public static Set<String> told(Set<CommandKind> tasks) {
    return Stream.of(
            Stream.of(RestartMember.ANEW_ABILITY, RestartMember.LINES_ABILITY),
            tasks.containsAll(BY_RELEASE)
                ? Stream.of(VerifySnapshot.RELEASE_ABILITY)
                : Stream.<String>empty(),
            Stream.concat(TOLD.stream(), tasks.stream()).map(Enum::name))
        .flatMap(Function.identity())
        .collect(Collectors.toUnmodifiableSet());
  }
}
