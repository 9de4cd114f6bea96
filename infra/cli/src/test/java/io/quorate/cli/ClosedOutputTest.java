package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A result that could not be written is no success, and a command that follows then ends. */
class ClosedOutputTest {
  private final Run run = Run.onEmptyStore();
  private int looks;

  ClosedOutputTest() {
    Stored.put(run.store(), Sample.healthy().summary());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status demo",
        "status demo -o json",
        "get",
        "get demo",
        "events demo",
        "explain demo",
        "snapshot list demo",
        "--help",
        "status --help"
      })
  void failsWhenNothingCanBeWritten(String command) {
    run.outClosedAfter(0);

    assertThat(run.quorate(command.split(" "))).isEqualTo(74);
    assertThat(run.err()).contains("standard output cannot be written").hasLineCount(1);
  }

  @Test
  void followsNoLongerWhenTheReaderHasClosedTheOutput() {
    run.outClosedAfter(1).betweenLooks(this::look, this::look, this::look);

    assertThat(run.quorate("events", "demo", "--follow")).isEqualTo(74);
    assertThat(run.out()).hasLineCount(1);
    assertThat(looks).isZero();
  }

  @Test
  void watchesNoLongerWhenTheReaderHasClosedTheOutput() {
    run.outClosedAfter(0).betweenLooks(this::look, this::look, this::look);

    assertThat(run.quorate("status", "demo", "--watch")).isEqualTo(74);
    assertThat(looks).isZero();
  }

  @Test
  void keepsTheExitCodeOfWhatFailedBefore() {
    run.outClosedAfter(0);

    assertThat(run.quorate("status", "nobody")).isEqualTo(66);
  }

  private void look() {
    looks++;
  }
}
