package io.quorate.e2e;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests that share one stage: it is raised before the first and checked after the last. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneStage {
  Stage stage;

  /** The stage of these tests; where its logs go is named after this method's class. */
  abstract Stage raise(Path home) throws IOException;

  @BeforeAll
  final void bringUp(@TempDir Path home) throws IOException {
    stage = raise(home);
  }

  @AfterAll
  final void close() throws IOException {
    stage.close();
  }
}
