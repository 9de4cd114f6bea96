package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.GenerationSource;
import io.quorate.state.Lineage;

/** The generations of a stage's cluster, by its lineage. */
final class Generations {
  private final Stage stage;

  public Generations(Stage stage) {
    this.stage = stage;
  }

  /** What the current generation began with. */
  Bootstrap current() {
    return stage.clusters.lineage(stage.name).flatMap(Lineage::bootstrap).orElseThrow();
  }

  /** The number of the current generation. */
  long number() {
    return current().generation().value();
  }

  /** Waits until this generation serves with all its members; every writer is told its source. */
  GenerationSource awaitRestored(long generation) {
    AwaitCondition.until("generation " + generation, Stage.SOON, () -> number() == generation);
    stage.awaitHealthy(3);
    stage.awaitCondition(Condition.Type.DATA_RESTORED);
    Bootstrap begun = current();
    assertThat(begun.generation().value()).isEqualTo(generation);
    GenerationSource source = begun.source().orElseThrow();
    stage.writers().forEach(writer -> writer.restoredFrom(source));
    return source;
  }
}
