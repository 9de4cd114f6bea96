package io.quorate.agent.app;

import java.util.List;

/** What the environment's settings amount to. */
public sealed interface AgentConfigResult {
  /** Every setting can be used. */
  record Valid(AgentConfig config) implements AgentConfigResult {}

  /** Some cannot; all of them are named. */
  record Invalid(List<ConfigError> errors) implements AgentConfigResult {
    public Invalid {
      errors = List.copyOf(errors);
    }
  }
}
