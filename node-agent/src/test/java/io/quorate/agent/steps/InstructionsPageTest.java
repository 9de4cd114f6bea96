package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.steps.frame.Step.About;
import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Holds docs/instructions.md against the code's own list of steps. */
class InstructionsPageTest {
  private static final Path PAGE = Path.of("../docs/instructions.md");
  private static final String BEGIN = "<!-- begin steps -->\n";
  private static final String END = "<!-- end steps -->";

  @Test
  void thePageHoldsEveryStepAsTheCodeTellsIt() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    String wanted = page.substring(0, from) + tables() + page.substring(page.indexOf(END));
    if (Boolean.getBoolean("quorate.docs.write")) {
      Files.writeString(PAGE, wanted);
    } else {
      assertThat(page)
          .as("docs/instructions.md is behind the code; run this with -Dquorate.docs.write=true")
          .isEqualTo(wanted);
    }
  }

  private static String tables() {
    StringBuilder text = new StringBuilder();
    for (CommandKind kind : CommandKind.of(Lane.MEMBERSHIP)) {
      table(text, kind.name());
      StepCatalog.steps(kind).forEach(step -> row(text, step.name(), step.step().about()));
      table(text, kind + ", undone: cancelled, failed, or past its deadline");
      StepCatalog.undo(kind).forEach(step -> row(text, step.name(), step.step().about()));
    }
    table(
        text,
        "Bootstrap: not an instruction, but what the lineage record lets an initial member do");
    for (BootstrapStep step : BootstrapStep.values()) {
      row(text, step.name(), step.about());
    }
    return text.append('\n').toString();
  }

  private static void table(StringBuilder text, String title) {
    text.append("\n### ").append(title).append("\n\n");
    text.append(
            "| step | checks | does | journals | crash before the effect | within: after the effect")
        .append(
            " | after the journal | executed arbitrarily late |\n|---|---|---|---|---|---|---|---|\n");
  }

  private static void row(StringBuilder text, String name, About about) {
    text.append("| ")
        .append(
            String.join(
                " | ",
                name,
                about.checks(),
                about.does(),
                about.journals(),
                about.before(),
                about.within(),
                about.after(),
                about.late()))
        .append(" |\n");
  }
}
