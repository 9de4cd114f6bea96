package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.spec.SpecField.Presence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the tables of docs/configuration.md against the code's own. */
class ConfigurationPageTest {
  private static final Path PAGE = Path.of("..", "docs", "configuration.md");

  @Test
  void thePageHoldsTheTablesOfTheCode() throws IOException {
    String page = Files.readString(PAGE);
    String wanted =
        between(between(page, "fields", fieldTable()), "flags", flagTable() + "\n" + allowed());

    if (Boolean.getBoolean("quorate.docs.write")) {
      Files.writeString(PAGE, wanted);
    } else {
      assertThat(page)
          .as(
              "docs/configuration.md is behind the code; run this test with -Dquorate.docs.write=true")
          .isEqualTo(wanted);
    }
  }

  private static String between(String page, String table, String content) {
    String begin = "<!-- begin " + table + " -->\n";
    String end = "<!-- end " + table + " -->";
    assertThat(page).contains(begin, end);
    return page.substring(0, page.indexOf(begin) + begin.length())
        + content
        + page.substring(page.indexOf(end));
  }

  private static String fieldTable() {
    return "| field | type | default | allowed | meaning | a later change takes effect |\n"
        + "|---|---|---|---|---|---|\n"
        + SpecFields.ALL.stream().map(ConfigurationPageTest::row).collect(Collectors.joining());
  }

  private static String row(SpecField<?> field) {
    String standard =
        switch (field.presence()) {
          case Presence.Required required -> "required";
          case Presence.Default(Map<?, ?> none) -> "none";
          case Presence.Default(List<?> none) -> "none";
          case Presence.Default(Object raw) -> "`" + raw + "`";
          case Presence.Derived(String from) -> from;
        };
    return "| `%s` | %s | %s | %s | %s | %s |\n"
        .formatted(
            field.path(),
            field.kind().type(),
            standard,
            field.kind().allowed(),
            field.meaning(),
            field.effect().words());
  }

  private static String flagTable() {
    return "| refused | why |\n|---|---|\n"
        + DeniedFlags.ALL.stream()
            .map(denial -> "| `" + denial.pattern() + "` | " + denial.reason() + " |\n")
            .collect(Collectors.joining());
  }

  private static String allowed() {
    return "| allowed | its value |\n|---|---|\n"
        + EtcdFlags.ALLOWED.stream()
            .sorted()
            .map(flag -> "| `" + flag + "` | " + EtcdFlags.value(flag).allowed() + " |\n")
            .collect(Collectors.joining());
  }
}
