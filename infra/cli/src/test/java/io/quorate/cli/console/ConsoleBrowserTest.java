package io.quorate.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.NodeSample;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.model.ClusterName;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Phase;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** The page in a real Chromium, over records in memory. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleBrowserTest {
  private Browser browser;
  private ConsoleUnderTest console;

  @BeforeAll
  void open() throws Exception {
    browser = Browser.open();
  }

  @BeforeEach
  void start() throws Exception {
    console = new ConsoleUnderTest();
    browser.as(1280, 900, "light");
  }

  @AfterEach
  void closeConsole() {
    browser.show(java.net.URI.create("about:blank"));
    console.close();
  }

  @AfterAll
  void close() {
    if (browser != null) {
      browser.close();
    }
  }

  private void showDemo(Sample sample) {
    Stored.put(console.records, sample.summary());
    browser.show(console.server.page(Optional.of(Sample.DEMO)));
    browser.awaitText("voters");
  }

  private void assertNothingInTheLog() {
    assertThat(browser.log()).isEmpty();
  }

  @Test
  void theFleetIsShownWorstFirstAndLeadsToACluster() {
    ConsoleStory.fleet(console.records);
    browser.show(console.page());
    browser.awaitText("23 clusters");

    List<String> names = browser.texts("tbody th");
    assertThat(names).hasSize(23).startsWith("search");
    assertThat(browser.text()).contains("RECOVERY_RUNS", "can lose 1", "no quorum");

    browser.press("/");
    browser.press("voter_silent");
    browser.await("one is left", () -> browser.all("tbody tr").size() == 1);
    browser.tabTo("tbody a");
    browser.press(Keys.ENTER);
    browser.awaitText("gives no answer to the leader");
    assertNothingInTheLog();
  }

  @EnabledIfSystemProperty(
      named = "quorate.everything",
      matches = "true",
      disabledReason = "takes seconds of a browser: runs with -Dquorate.everything=true")
  @Test
  void aFleetOfThousandsIsFilteredAndSorted() {
    IntStream.range(0, 2000)
        .forEach(
            n ->
                Stored.put(
                    console.records, ConsoleStory.named("cluster-" + n, Sample.unbootstrapped())));
    browser.show(console.page());
    browser.await("all are read", () -> browser.text().contains("2,000 clusters"));

    assertThat(browser.all("tbody tr").size()).isLessThanOrEqualTo(300);
    browser.press("/");
    browser.press("cluster-1999");
    browser.await("one is left", () -> browser.texts("tbody th").equals(List.of("cluster-1999")));
    assertNothingInTheLog();
  }

  @Test
  void aKilledMemberIsSeenToDieAndToHeal() {
    showDemo(ConsoleStory.healthy());
    browser.await("three serve", () -> browser.text("#quorum").startsWith("3 of 3 voters serve"));

    Stored.put(console.records, ConsoleStory.killed().summary());
    browser.await("one is down", () -> browser.text("#quorum").startsWith("2 of 3 voters serve"));
    assertThat(browser.text("#phase")).isEqualTo("HEALTHY at the last turn");
    assertThat(browser.texts(".card.bad .state")).hasSize(1).first().asString().contains("stopped");
    browser.awaitText("voter, serving → voter, stopped");

    Stored.put(console.records, ConsoleStory.healthy().summary());
    browser.await("three serve", () -> browser.text("#quorum").startsWith("3 of 3 voters serve"));
    browser.awaitText("voter, stopped → voter, serving");
    assertNothingInTheLog();
  }

  @EnabledIfSystemProperty(
      named = "quorate.everything",
      matches = "true",
      disabledReason = "takes seconds of a browser: runs with -Dquorate.everything=true")
  @Test
  void anOperationIsShownWithItsSteps() {
    showDemo(ConsoleStory.joining());

    browser.awaitText("JOIN on " + Sample.instance(4));
    assertThat(browser.texts("#operation [aria-current=step]")).containsExactly("CATCH_UP");
    assertThat(browser.texts("#operation .past")).anySatisfy(s -> assertThat(s).contains("START"));
    assertThat(browser.text("#operation")).contains("3100 of 5210 raft entries");
    assertNothingInTheLog();
  }

  @Test
  void aConditionTellsWhatToDo() {
    showDemo(ConsoleStory.joining());

    browser.awaitText("REDUNDANCY_NONE");
    browser.tabTo("summary");
    browser.press(Keys.ENTER);
    browser.awaitText("docs/operations.md, REDUNDANCY_NONE");
    assertThat(browser.text(".conditions")).contains("You:");
    assertNothingInTheLog();
  }

  @EnabledIfSystemProperty(
      named = "quorate.everything",
      matches = "true",
      disabledReason = "takes seconds of a browser: runs with -Dquorate.everything=true")
  @Test
  void aRecoveryIsShownStateByState() {
    showDemo(ConsoleStory.recovering());
    ConsoleStory.put(console.records, ConsoleStory.trial());

    browser.await(
        "the trial runs",
        () -> browser.texts("#recovery [aria-current=step]").equals(List.of("TRIAL")));
    assertThat(browser.text("#recovery")).contains("its own agent reports its data LOST");
    assertNothingInTheLog();
  }

  @EnabledIfSystemProperty(
      named = "quorate.everything",
      matches = "true",
      disabledReason = "takes seconds of a browser: runs with -Dquorate.everything=true")
  @Test
  void aDecisionLeadsToWhatExplainSays() {
    showDemo(ConsoleStory.healthy());
    browser.find(".timeline .chip:last-child").click();
    browser.awaitText("the first snapshot is due");

    browser.tabTo(".entries button");
    browser.press(Keys.ENTER);
    browser.awaitText("What a turn would decide now");
    browser.awaitText("Nodes, as the planner sees them");
    browser.press(Keys.ESCAPE);
    browser.await("it is closed", () -> browser.all("dialog").isEmpty());
    assertNothingInTheLog();
  }

  @Test
  void thePageSaysThatTheStoreIsAwayAndGoesOn() {
    showDemo(ConsoleStory.healthy());
    console.store.away(true);

    browser.awaitText("No news from the store.");
    assertThat(browser.text()).contains("What is shown is of ", "12:00:", "3 of 3 voters serve");

    Stored.put(console.records, ConsoleStory.killed().summary());
    console.store.away(false);
    browser.await("it goes on", () -> browser.text("#quorum").startsWith("2 of 3"));
    browser.await("the banner is gone", () -> !browser.find("#notice").isDisplayed());
    assertNothingInTheLog();
  }

  @EnabledIfSystemProperty(
      named = "quorate.everything",
      matches = "true",
      disabledReason = "takes seconds of a browser: runs with -Dquorate.everything=true")
  @Test
  void oneReaderServesAllPagesAndNoneNobody() throws Exception {
    showDemo(ConsoleStory.healthy());
    browser.show(java.net.URI.create("about:blank"));

    browser.await("the reader has ended", this::quiet);
  }

  /** Whether nothing was asked of the store for so long that a reader would have asked. */
  private boolean quiet() {
    long before = console.store.requests();
    browser.script(
        "const until = performance.now() + arguments[0]; while (performance.now() < until);",
        ConsoleUnderTest.INTERVAL.toMillis() * 6);
    return console.store.requests() == before;
  }

  @Test
  void markupInAnyFieldIsShownAsText() {
    String markup = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>";
    Sample sample = ConsoleStory.joining();
    sample
        .status(
            sample
                .status()
                .showing(
                    Phase.DEGRADED, List.of(Sample.condition(Condition.Type.VOTER_SILENT, markup))))
        .node(NodeSample.of(2).currentStep("JOIN " + markup).build())
        .journalled(
            Sample.entry(20, markup + "d", markup + "r", markup + "m"),
            Sample.entry(10, "ISSUE_INSTRUCTION", markup, markup));
    showDemo(sample);
    browser.awaitText(markup + "m");
    browser.find(".entries button").click();
    browser.awaitText("Nodes, as the planner sees them");

    assertThat(browser.script("return String(window.hacked)")).isEqualTo("undefined");
    assertThat(browser.all("img[src=x]")).isEmpty();
    assertThat(browser.all("main script, dialog script")).isEmpty();
    assertThat(browser.text(".conditions")).contains(markup);
    assertThat(browser.text(".members")).contains(markup);
    assertNothingInTheLog();
  }

  @Test
  void aClusterThatIsNotThereIsSaidToBeNone() {
    browser.show(console.server.page(Optional.of(new ClusterName("nope"))));

    browser.awaitText("The tables hold nothing under this name.");
  }

  @Test
  void everyWordIsReadable() {
    assertReadableAs("dark", 1080);
  }

  @ParameterizedTest
  @CsvSource({"light, 400", "light, 2000", "dark, 400"})
  @EnabledIfSystemProperty(
      named = "quorate.everything",
      matches = "true",
      disabledReason = "takes seconds of a browser: runs with -Dquorate.everything=true")
  void everyWordIsReadableAtEveryWidth(String scheme, int width) {
    assertReadableAs(scheme, width);
  }

  private void assertReadableAs(String scheme, int width) {
    ConsoleStory.fleet(console.records);
    browser.as(width, 900, scheme);
    showDemo(ConsoleStory.joining().node(Sample.stopped(2, DataState.LOST)));
    browser.awaitText("CATCH_UP");
    assertReadable();
    ConsoleStory.put(console.records, ConsoleStory.trial());
    browser.show(console.page());
    browser.awaitText("24 clusters");
    assertReadable();
    assertNothingInTheLog();
  }

  private void assertReadable() {
    assertThat((List<?>) browser.script(Contrast.TOO_LOW)).isEmpty();
    assertThat(browser.script("return document.scrollingElement.scrollWidth <= innerWidth"))
        .as("it scrolls sideways")
        .isEqualTo(true);
  }
}
