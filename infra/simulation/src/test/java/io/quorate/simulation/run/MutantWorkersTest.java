package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.simulation.mutant.ControllerMutant;
import io.quorate.simulation.mutant.Golden;
import io.quorate.simulation.mutant.Mutant;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One process hunts for many bugs, and none of them stays planted. */
class MutantWorkersTest {
  private static final Path ROOT = Path.of("../..");

  @Test
  @Tag("long")
  void aBugIsTakenOutBeforeTheNextIsPlanted() throws Exception {
    Mutant first = ControllerMutant.TERMINATE_AS_IF_REMOVED;
    Mutant second = ControllerMutant.READ_A_LATER_SCHEMA;
    MutantSearch breaks = MutantSearch.inScenario(first, scenario(first));
    MutantSearch holds = MutantSearch.inScenario(second, scenario(first));
    MutantSearch next = MutantSearch.inScenario(second, scenario(second));

    MutantWorkers one = MutantWorkers.start(1, List.of(breaks, holds, next), ROOT);

    assertThat(one.found(breaks)).startsWith(golden(first).breaks() + ": ");
    assertThat(one.found(holds)).isEmpty();
    assertThat(one.found(next)).startsWith(golden(second).breaks() + ": ");
  }

  @Test
  void aWorkerThatCannotSearchSaysWhy() throws Exception {
    MutantSearch none =
        MutantSearch.inScenario(ControllerMutant.TWO_CHANGES, Path.of("no-such-file"));

    MutantWorkers one = MutantWorkers.start(1, List.of(none), ROOT);

    assertThatThrownBy(() -> one.found(none)).hasMessageContaining("no-such-file");
  }

  private static Golden golden(Mutant mutant) {
    return mutant.golden().orElseThrow();
  }

  private static Path scenario(Mutant mutant) {
    return PlantedBugs.file(golden(mutant));
  }
}
