package io.quorate.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.state.Condition;
import io.quorate.state.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the alerting rules of the conditions with the code. */
class ConditionRulesPageTest {
  private static final Path FILE = RuleFile.FOLDER.resolve("rules/conditions.yml");
  private static final String OF_A_CLUSTER = "by (region, control_plane, cluster)";
  private static final String HEAD =
      """
      # One rule for each condition, generated from Condition.Type: run ConditionRulesPageTest with -Dquorate.docs.write=true.
      # docs/signals.md tells how conditions reach Prometheus.
      groups:
      """;

  @Test
  void everyConditionHasItsRule() throws IOException {
    String wanted =
        HEAD
            + Arrays.stream(Severity.values())
                .sorted(Comparator.reverseOrder())
                .map(ConditionRulesPageTest::group)
                .collect(Collectors.joining("\n"));
    if (Boolean.getBoolean("quorate.docs.write")) {
      Files.writeString(FILE, wanted);
    } else {
      assertThat(Files.readString(FILE))
          .as(FILE + " is behind the code; run this test with -Dquorate.docs.write=true")
          .isEqualTo(wanted);
    }
  }

  private static String group(Severity severity) {
    return "  - name: quorate-conditions-%s\n    rules:\n".formatted(lower(severity))
        + Arrays.stream(Condition.Type.values())
            .filter(type -> type.severity() == severity)
            .sorted(Comparator.comparing(Enum::name))
            .map(ConditionRulesPageTest::rule)
            .collect(Collectors.joining("\n"));
  }

  private static String rule(Condition.Type type) {
    return """
          - alert: Quorate%s
            expr: %s
            for: %s
            labels:
              severity: %s
              condition: %s
            annotations:
              summary: "Cluster {{ $labels.cluster }}: %s"
              description: >-
                quorate status {{ $labels.cluster }} shows the condition's message: what holds, its cause and the next step.
              runbook_url: docs/operations.md#%s
    """
        .indent(2)
        .formatted(
            camel(type),
            expression(type),
            lasts(type.severity()),
            lower(type.severity()),
            type,
            type,
            lower(type));
  }

  /** What nobody stores is found by whoever looks: here by the ages that agents export. */
  private static String expression(Condition.Type type) {
    return switch (type) {
      case CONTROLLER_SILENT ->
          unlessDeleted("min %s (quorate_cluster_turn_age_seconds) > 140".formatted(OF_A_CLUSTER));
      case AGENTS_SILENT ->
          "min %s (quorate_agent_report_age_seconds) > 120".formatted(OF_A_CLUSTER);
      default ->
          "max %s (quorate_cluster_condition{condition=\"%s\"}) == 1".formatted(OF_A_CLUSTER, type);
    };
  }

  private static String unlessDeleted(String expression) {
    return "(%s) unless on (region, control_plane, cluster) (quorate_cluster_condition{condition=\"CLUSTER_DELETED\"} == 1)"
        .formatted(expression);
  }

  /**
   * A shorter time would page for what heals by itself: an agent shows what it has read once for 30
   * s, and Prometheus keeps it until the next scrape.
   */
  private static String lasts(Severity severity) {
    return switch (severity) {
      case PAGE -> "1m";
      case TICKET, NOTE -> "15m";
    };
  }

  private static String camel(Condition.Type type) {
    return Arrays.stream(type.name().split("_", -1))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
