package io.quorate.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that share one stage: that of the suite that nests their class, or else one of their own,
 * which is raised before the first and checked after the last.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneStage {
  Stage stage;
  private boolean own;

  /** A stage of their own; where its logs go is named after this method's class. */
  abstract Stage raise(Path home) throws IOException;

  @BeforeAll
  final void bringUp(@TempDir Path home) throws IOException {
    Optional<Stage> shared = SharedStage.current();
    own = shared.isEmpty();
    stage = own ? raise(home) : shared.get();
  }

  /** What another class left on a shared stage has settled. */
  @BeforeEach
  final void awaitSettled() {
    if (!own) {
      stage.awaitHealthy(stage.members());
    }
  }

  @AfterAll
  final void close() throws IOException {
    if (own) {
      stage.close();
    }
  }
}
