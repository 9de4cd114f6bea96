package io.quorate.agent.app;

import io.micronaut.context.ApplicationContext;
import java.util.Map;

/** Settings bound by Micronaut as the agent has them bound, from an environment of the test's. */
final class BoundSettings {
  private BoundSettings() {}

  static AgentConfigResult read(Map<String, String> environment) {
    try (ApplicationContext beans = context(environment)) {
      return beans.getBean(AgentConfigResult.class);
    }
  }

  private static ApplicationContext context(Map<String, String> environment) {
    return ApplicationContext.builder()
        .deduceEnvironment(false)
        .environmentPropertySource(false)
        .propertySources(EnvironmentTexts.of(environment))
        .start();
  }
}
