package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.simulation.mutant.Golden;
import io.quorate.simulation.mutant.Mutant;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** One process hunts for many bugs, and none of them stays planted. */
class MutantWorkersTest {
  @EnabledIfSystemProperty(
      named = "quorate.everything",
      matches = "true",
      disabledReason = "runs three scenarios: runs with -Dquorate.everything=true")
  @Test
  @Tag("long")
  void aBugIsTakenOutBeforeTheNextIsPlanted() throws Exception {
    Mutant first = Mutant.TERMINATE_WITHOUT_QUORUM;
    Mutant second = Mutant.READ_A_LATER_SCHEMA;
    MutantSearch breaks = MutantSearch.inScenario(first, scenario(first));
    MutantSearch holds = MutantSearch.inScenario(second, scenario(first));
    MutantSearch next = MutantSearch.inScenario(second, scenario(second));

    MutantWorkers one = MutantWorkers.start(1, List.of(breaks, holds, next));

    assertThat(one.found(breaks)).startsWith(golden(first).breaks() + ": ");
    assertThat(one.found(holds)).isEmpty();
    assertThat(one.found(next)).startsWith(golden(second).breaks() + ": ");
  }

  @Test
  void aWorkerThatCannotSearchSaysWhy() throws Exception {
    MutantSearch none = MutantSearch.inScenario(Mutant.SKIP_TOKEN_CHECK, Path.of("no-such-file"));

    MutantWorkers one = MutantWorkers.start(1, List.of(none));

    assertThatThrownBy(() -> one.found(none)).hasMessageContaining("no-such-file");
  }

  private static Golden golden(Mutant mutant) {
    return mutant.golden().orElseThrow();
  }

  private static Path scenario(Mutant mutant) {
    return PlantedBugs.file(golden(mutant));
  }
}
