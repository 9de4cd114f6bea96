package io.quorate.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the table of conditions in docs/signals.md with the code. */
class SignalsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "signals.md");
  private static final String BEGIN = "<!-- begin conditions -->\n";
  private static final String END = "<!-- end conditions -->";

  @Test
  void listsEveryConditionWithItsSeverity() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(page).contains(BEGIN, END);
    String wanted =
        page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
            + table()
            + page.substring(page.indexOf(END));

    if (Boolean.getBoolean("quorate.docs.write")) {
      Files.writeString(PAGE, wanted);
    } else {
      assertThat(page)
          .as("docs/signals.md is behind the code; run this test with -Dquorate.docs.write=true")
          .isEqualTo(wanted);
    }
  }

  private static String table() {
    return "| condition | severity | `Attention` |\n|---|---|---|\n"
        + Arrays.stream(Condition.Type.values())
            .sorted(
                Comparator.comparing(Condition.Type::severity).reversed().thenComparing(Enum::name))
            .map(SignalsPageTest::row)
            .collect(Collectors.joining());
  }

  private static String row(Condition.Type type) {
    return "| [%s](operations.md#%s) | %s | %d |\n"
        .formatted(
            type,
            type.name().toLowerCase(Locale.ROOT),
            type.severity().name().toLowerCase(Locale.ROOT),
            type.severity().attention());
  }
}
