package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.JsonTree;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The forms that output takes: YAML, wide, coloured, and the same in every locale. */
@Isolated
class OutputFormsTest {
  private static final String RED_PHASE = "\033[1;31mNO_QUORUM\033[0m";

  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void cluster() {
    Sample sample = Sample.healthy();
    Stored.put(
        run.store(),
        sample
            .status(
                sample
                    .status()
                    .showing(
                        Phase.NO_QUORUM,
                        List.of(Sample.condition(Condition.Type.QUORUM_LOST, "why"))))
            .summary());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status demo",
        "get",
        "get demo",
        "members list demo",
        "version demo",
        "explain demo"
      })
  void yamlHasTheSameNamesAndValuesAsJson(String line) {
    run.quorate((line + " -o json").split(" "));
    Object json = JsonTree.read(run.out(), "out");
    run.quorate((line + " -o yaml").split(" "));
    assertThat(run.out()).as("anchors and aliases").doesNotContainPattern(": [&*]");
    Object yaml = new Load(LoadSettings.builder().build()).loadFromString(run.out());

    assertThat(JsonTree.write(java.util.Map.of("x", String.valueOf(yaml))))
        .isEqualTo(JsonTree.write(java.util.Map.of("x", String.valueOf(json))));
  }

  @Test
  void wideAddsColumnsAndTextDoesNotHaveThem() {
    run.quorate("status", "demo");
    assertThat(run.out()).doesNotContain("RAFT INDEX");
    run.quorate("status", "demo", "-o", "wide");
    assertThat(run.out()).contains("AGENT", "RAFT INDEX");
    run.quorate("get", "-o", "wide");
    assertThat(run.out()).contains("GROUP", "LAST TURN", "SNAPSHOTS");
  }

  @Test
  void wordsAreColouredOnATerminalOnly() {
    run.quorate("status", "demo");
    assertThat(run.out()).doesNotContain("\033");
    run.onTerminal().quorate("status", "demo");
    assertThat(run.out()).contains(RED_PHASE, "\033[1;31mQUORUM_LOST\033[0m");
  }

  @Test
  void noColorCountsUnlessColourIsAskedFor() {
    run.onTerminal().environment("NO_COLOR", "1");

    run.quorate("status", "demo");
    assertThat(run.out()).doesNotContain("\033");
    run.quorate("status", "demo", "--color", "always");
    assertThat(run.out()).contains(RED_PHASE);
  }

  @Test
  void colourCanBeRefusedAndIsNeverInATree() {
    run.onTerminal().quorate("status", "demo", "--color", "never");
    assertThat(run.out()).doesNotContain("\033");
    run.quorate("status", "demo", "--color", "always", "-o", "json");
    assertThat(run.out()).doesNotContain("\033");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tr-TR", "ar-EG-u-nu-arab", "th-TH-u-nu-thai"})
  void theLocaleChangesNothing(String tag) {
    run.quorate("status", "demo", "-o", "wide");
    String here = run.out();
    run.quorate("explain", "demo");
    String explained = run.out();
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag(tag));
    try {
      run.quorate("status", "demo", "-o", "wide");
      assertThat(run.out()).isEqualTo(here);
      run.quorate("explain", "demo");
      assertThat(run.out()).isEqualTo(explained);
      assertThat(run.quorate("wait", "demo", "--for", "condition=quorum_lost", "-o", "JSON"))
          .as(run.err())
          .isZero();
      assertThat(Sample.entry(800, "A", "B", "c").id()).matches("[0-9-]+");
    } finally {
      Locale.setDefault(before);
    }
  }
}
