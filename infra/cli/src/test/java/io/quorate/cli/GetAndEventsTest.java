package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.state.JournalEntry;
import io.quorate.store.Keys;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GetAndEventsTest {
  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void store() {
    Stored.put(run.store(), Sample.healthy().summary());
  }

  @Test
  void getListsTheClusters() {
    assertThat(run.quorate("get")).isEqualTo(0);
    assertThat(run.out())
        .isEqualTo(
            """
            NAME  PHASE    GENERATION  SERVING  CONDITIONS
            demo  HEALTHY           1      3/3  none
            """);
  }

  @Test
  void getOfAnEmptyTableSaysHowToBegin() {
    Run empty = Run.onEmptyStore();

    assertThat(empty.quorate("get")).isEqualTo(0);
    assertThat(empty.out()).contains("quorate apply -f cluster.yaml");
  }

  @Test
  void whatGetPrintsApplyTakesAgainAndChangesNothing() {
    run.quorate("get", "demo");
    String yaml = run.out();

    assertThat(run.input(yaml).quorate("apply", "-f", "-")).isEqualTo(0);
    assertThat(run.out()).startsWith("cluster demo: unchanged");
  }

  @Test
  void eventsAreOneALineNewestLast() {
    assertThat(run.quorate("events", "demo")).isEqualTo(0);
    assertThat(run.out())
        .isEqualTo(
            """
            2026-03-01T11:46:40Z  COMMIT_BOOTSTRAP  ALL_REGISTERED  3 of 3 nodes have registered
            2026-03-01T11:46:41Z  FINALIZE_BOOTSTRAP  BOOTSTRAP_RECORDED  generation 1 is decided, not final
            """);
  }

  @Test
  void eventsAsJsonCarryTheEvidence() {
    run.quorate("events", "demo", "-n", "1", "-o", "json");

    assertThat(run.out().lines()).hasSize(1);
    assertThat(run.out()).contains("\"evidence\":{\"votes\":\"3\"}");
  }

  @Test
  void followPrintsEachNewEventOnce() {
    run.betweenLooks(
        () -> write(Sample.entry(5, "ISSUE_INSTRUCTION", "NODE_WAITS", "join it")), () -> {});

    run.quorate("events", "demo", "--limit", "1", "--follow");

    assertThat(run.out().lines()).hasSize(2);
    assertThat(run.out()).endsWith("ISSUE_INSTRUCTION  NODE_WAITS  join it\n");
  }

  @Test
  void eventsOfNoClusterAreAnError() {
    assertThat(run.quorate("events", "nope")).isEqualTo(66);
  }

  @Test
  void limitHasBounds() {
    assertThat(run.quorate("events", "demo", "-n", "0")).isEqualTo(64);
    assertThat(run.err()).contains("--limit 0: expected 1 to 1000");
  }

  private void write(JournalEntry entry) {
    Stored.put(run.store(), Keys.journal(Sample.DEMO, entry.id()), Codecs.JOURNAL.write(entry));
  }
}
