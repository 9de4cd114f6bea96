package io.quorate.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the alerting rules of Prometheus against the docs and their unit tests. */
class RuleFilesPageTest {
  private static final Path SIGNALS = Path.of("..", "docs", "signals.md");
  private static final List<RuleFile.Alert> ALERTS = RuleFile.alerts();

  @Test
  void everyAlertHasASeverityAndSaysWhatHolds() {
    assertThat(ALERTS).hasSizeGreaterThan(60);
    assertThat(ALERTS)
        .allSatisfy(
            alert -> {
              assertThat(alert.labels().get("severity"))
                  .as(alert.name())
                  .isIn("page", "ticket", "note");
              assertThat(alert.annotations())
                  .as(alert.name())
                  .containsOnlyKeys("summary", "description", "runbook_url");
            });
  }

  @Test
  void everyAlertLinksToARunbookThatIsThere() {
    assertThat(ALERTS)
        .allSatisfy(
            alert ->
                assertThat(isThere(alert.annotations().get("runbook_url")))
                    .as(alert.name() + ": " + alert.annotations().get("runbook_url"))
                    .isTrue());
  }

  @Test
  void noTwoAlertsHaveOneName() {
    Map<String, Long> named =
        ALERTS.stream().collect(Collectors.groupingBy(RuleFile.Alert::name, Collectors.counting()));
    assertThat(named.values()).allMatch(times -> times == 1);
  }

  @Test
  void everyAlertWrittenByHandGoesOffInAUnitTest() {
    Set<String> written =
        ALERTS.stream()
            .filter(alert -> !alert.file().equals("conditions.yml"))
            .map(RuleFile.Alert::name)
            .collect(Collectors.toCollection(HashSet::new));
    written.removeAll(RuleFile.expected());
    assertThat(written)
        .as("alerts without a unit test in infra/monitoring/prometheus/tests")
        .isEmpty();
  }

  @Test
  void everyAlertWrittenByHandIsInTheTable() {
    String page = read(SIGNALS);
    assertThat(ALERTS)
        .filteredOn(alert -> !alert.file().equals("conditions.yml"))
        .allSatisfy(
            alert ->
                assertThat(page)
                    .contains(
                        "| `%s` | %s |".formatted(alert.name(), alert.labels().get("severity"))));
  }

  private static boolean isThere(String link) {
    String[] parts = link.split("#", 2);
    return parts.length == 2
        && read(Path.of("..", parts[0]))
            .lines()
            .filter(line -> line.startsWith("#"))
            .map(RuleFilesPageTest::anchor)
            .anyMatch(parts[1]::equals);
  }

  /** As GitHub makes it of a heading. */
  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\w\\- ]", "")
        .replace(' ', '-');
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
