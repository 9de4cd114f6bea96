package io.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.RacingStore;
import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.SampleCloud;
import io.quorate.cli.Stored;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplainCommandTest {
  private final Run run = Run.onEmptyStore();

  @Test
  void nothingIsWrittenWhateverIsDecided() {
    Stored.put(run.store(), Sample.healthy().summary());
    List<Item> before = everything(run.store());

    assertThat(run.on(new SampleCloud().terminated(3)).quorate("explain", "demo")).isZero();

    assertThat(run.out()).contains("MEMBER_DEAD").contains("Nothing was changed");
    assertThat(everything(run.store())).isEqualTo(before);
  }

  @Test
  void unknownClusterNamesThoseThatThereAre() {
    Stored.put(run.store(), Sample.healthy().summary());

    assertThat(run.quorate("explain", "dmo")).isEqualTo(66);
    assertThat(run.err()).contains("no cluster 'dmo'").contains("there are: demo");
  }

  @Test
  void aRecordThatCannotBeReadIsNamedWithItsConditionAndEndsAsBadInput() {
    Stored.put(run.store(), Sample.healthy().summary());
    Stored.put(run.store(), Keys.status(Sample.DEMO), Map.of("schemaVersion", 99L));

    assertThat(run.quorate("explain", "demo")).isEqualTo(65);
    assertThat(run.out())
        .startsWith("demo  a turn would decide nothing: RECORD_UNREADABLE\n")
        .contains("demo/status: schemaVersion is 99")
        .contains("Nothing was changed");

    assertThat(run.quorate("explain", "demo", "-o", "json")).isEqualTo(65);
    assertThat(run.out()).contains("\"condition\" : \"RECORD_UNREADABLE\"");
  }

  @Test
  void aNodesRowThatCannotBeReadLeavesTheOthersSeenAndTheBreakerOn() {
    Stored.put(run.store(), Sample.healthy().summary());
    Stored.put(
        run.store(), Keys.node(Sample.DEMO, Sample.instance(3)), Map.of("schemaVersion", 99L));

    assertThat(run.quorate("explain", "demo")).isZero();
    assertThat(run.out()).contains("UNREADABLE ROWS").contains("schemaVersion is 99");
  }

  @Test
  void aStoreThatDoesNotAnswerIsToldAsByEveryCommand() {
    RacingStore flaky = new RacingStore(run.store());
    flaky.failing(new IOException("refused"));

    assertThat(new Run(flaky).quorate("explain", "demo")).isEqualTo(69);
  }

  private static List<Item> everything(RecordStore store) {
    List<Item> all = new ArrayList<>(store.list(Table.CLUSTERS, "demo", ""));
    all.addAll(store.list(Table.CLUSTERS, Keys.FLEET, ""));
    all.addAll(store.list(Table.NODES, "demo", ""));
    return all;
  }
}
