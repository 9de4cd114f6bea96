package io.quorate.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Takes the pictures of docs/console.md. To take them anew, run with {@code
 * -Dquorate.pictures=write} and look at them.
 */
@EnabledIfSystemProperty(named = "quorate.pictures", matches = "write")
class ConsolePicturesTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("quorate.pictures.folder", "../../docs/images"));
  private static final long LARGEST = 150_000;

  @Test
  void everyPictureIsTaken() throws Exception {
    try (Browser browser = Browser.open()) {
      fleet(browser.as(1280, 720, "light"));
      cluster(
          browser.as(1280, 900, "light"),
          ConsoleStory.killed(),
          "serving → voter, stopped",
          "killed");
      cluster(browser.as(1280, 900, "dark"), ConsoleStory.joining(), "CATCH_UP", "joining");
      recovery(browser.as(1280, 900, "dark"));
      explanation(browser.as(1280, 900, "light"));
    }
  }

  private static void fleet(Browser browser) throws IOException {
    try (ConsoleUnderTest console = new ConsoleUnderTest()) {
      ConsoleStory.fleet(console.records);
      browser.show(console.page());
      browser.awaitText("23 clusters");
      take(browser, "fleet");
    }
  }

  private static void cluster(Browser browser, Sample then, String awaited, String name)
      throws IOException {
    try (ConsoleUnderTest console = new ConsoleUnderTest()) {
      Stored.put(console.records, ConsoleStory.healthy().summary());
      browser.show(console.server.page(Optional.of(Sample.DEMO)));
      browser.awaitText("3 of 3 voters serve");
      Stored.put(console.records, then.summary());
      browser.awaitText(awaited);
      take(browser, name);
    }
  }

  private static void recovery(Browser browser) throws IOException {
    try (ConsoleUnderTest console = new ConsoleUnderTest()) {
      Stored.put(console.records, ConsoleStory.recovering().summary());
      ConsoleStory.put(console.records, ConsoleStory.trial());
      browser.show(console.server.page(Optional.of(Sample.DEMO)));
      browser.awaitText("TRIAL");
      take(browser, "recovery");
    }
  }

  private static void explanation(Browser browser) throws IOException {
    try (ConsoleUnderTest console = new ConsoleUnderTest()) {
      Stored.put(console.records, ConsoleStory.healthy().summary());
      browser.show(console.server.page(Optional.of(Sample.DEMO)));
      browser.awaitText("SNAPSHOT_DUE");
      browser.find(".entries button").click();
      browser.awaitText("Nodes, as the planner sees them");
      take(browser, "explain");
    }
  }

  private static void take(Browser browser, String name) throws IOException {
    assertThat(browser.log()).isEmpty();
    Path file = FOLDER.resolve("console-" + name + ".webp");
    browser.screenshot(file);
    browser.show(URI.create("about:blank"));
    assertThat(Files.size(file)).as(file.toString()).isLessThan(LARGEST);
  }
}
