package io.quorate.agent.app;

import java.util.Optional;

/** Which version of the agent this is. */
final class AgentVersion {
  private AgentVersion() {}

  /** From the jar's manifest; {@code development} outside a jar. */
  static String read() {
    return Optional.ofNullable(AgentVersion.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
