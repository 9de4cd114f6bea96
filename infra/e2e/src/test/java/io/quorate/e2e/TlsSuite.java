package io.quorate.e2e;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;

/** Three members over TLS. The first class makes them require certificates of their clients. */
class TlsSuite extends SharedStage {
  @Override
  Stage raise(Path home) throws IOException {
    return StageOverTls.managed(home, 3, "application", "tls: {mode: managed}");
  }

  @Nested
  @Order(1)
  class RollOut extends RollOutTest {}

  @Nested
  @Order(2)
  class Silence extends SilenceTest {}

  @Nested
  @Order(3)
  class Tls extends TlsTest {}
}
