package io.quorate.agent.app;

import io.micronaut.context.env.EnvironmentPropertySource;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.Origin;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The environment's settings for Micronaut to bind, as the texts they are. To Micronaut a dollar
 * and a brace begin a placeholder; one that leads nowhere would hide what else is wrong.
 */
final class EnvironmentTexts {
  private static final Set<String> PREFIXES = Set.of("QUORATE_", "AWS_");

  private EnvironmentTexts() {}

  static PropertySource of(Map<String, String> environment) {
    Map<String, Object> texts = new HashMap<>();
    environment.forEach(
        (variable, text) -> {
          if (PREFIXES.stream().anyMatch(variable::startsWith)) {
            texts.put(variable, plain(text));
          }
        });
    return PropertySource.of(
        EnvironmentPropertySource.NAME,
        texts,
        PropertyConvention.ENVIRONMENT_VARIABLE,
        Origin.of("environment"));
  }

  /** In Micronaut's own terms: the value of what is never set, or else a dollar. */
  private static String plain(String text) {
    return text.replace("${", "${quorate.dollar:`$`}{");
  }
}
