package io.quorate.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.model.InstanceId;
import io.quorate.store.Keys;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowsCommandTest {
  private static final InstanceId GHOST = new InstanceId("i-0badbadbadbadbad0");

  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void haunted() {
    Stored.put(run.store(), Sample.healthy().summary());
    Stored.put(
        run.store(),
        Keys.node(Sample.DEMO, GHOST),
        Map.of("schemaVersion", 1L, "data", "NONSENSE"));
  }

  @Test
  void listsWhatIsBelievedAndWhyNot() {
    assertThat(run.quorate("rows", "list", "demo")).isEqualTo(0);

    assertThat(run.out().lines())
        .anySatisfy(
            line -> assertThat(line).contains(Sample.instance(1).value(), "BELIEVED", " ago"))
        .anySatisfy(
            line ->
                assertThat(line).contains(GHOST.value(), "UNREADABLE", "clusterName is missing"));
  }

  @Test
  void tellsTheSameAsADocument() {
    assertThat(run.quorate("rows", "list", "demo", "--output", "json")).isEqualTo(0);

    assertThat(run.out()).contains("\"row\" : \"" + GHOST + "\"", "\"state\" : \"UNREADABLE\"");
  }

  @Test
  void strikesARowAndJournalsWhoDidIt() {
    assertThat(run.quorate("rows", "strike", "demo", GHOST.value())).isEqualTo(0);
    assertThat(run.out()).contains("the row of " + GHOST + " is put aside");

    assertThat(run.quorate("rows", "strike", "demo", GHOST.value(), "--output", "json"))
        .isEqualTo(0);
    assertThat(run.out()).contains("\"result\" : \"unchanged\"");
    run.quorate("rows", "list", "demo");
    assertThat(run.out()).contains("STRUCK");
    run.quorate("events", "demo");
    assertThat(run.out()).contains("ROW_STRUCK", Run.PRINCIPAL + " put the row of " + GHOST);
  }

  @Test
  void refusesTheRowOfAnInstanceOfTheGroupAndAnIdThatCanBeNone() {
    String member = Sample.instance(1).value();

    assertThat(run.quorate("rows", "strike", "demo", member)).isEqualTo(65);
    assertThat(run.err()).contains("stays", "aws ec2 terminate-instances --instance-ids " + member);
    assertThat(run.quorate("rows", "strike", "demo", "no instance!")).isEqualTo(64);
    assertThat(run.quorate("rows", "list", "dmeo")).isEqualTo(66);
  }

  @Test
  void anUnreadableRecordIsNamed() {
    Stored.put(run.store(), Keys.struck(Sample.DEMO), Map.of("schemaVersion", 1L, "rows", "x"));

    assertThat(run.quorate("rows", "list", "demo")).isEqualTo(65);
    assertThat(run.err()).contains("demo/struck-rows");
  }
}
