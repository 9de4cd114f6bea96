package io.quorate.e2e;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;

/**
 * Three members over TLS. The first class makes them require certificates of their clients, the
 * second switches access control on.
 */
class TlsSuite extends SharedStage {
  @Override
  Stage raise(Path home) throws IOException {
    return StageOverTls.managed(home, 3, AccessControl.USER, "tls: {mode: managed}");
  }

  @Nested
  @Order(1)
  class RollOut extends RollOutTest {}

  /** Switches access control on, for those that follow, too. */
  @Nested
  @Order(2)
  class Tls extends TlsTest {}

  @Nested
  @Order(3)
  class Silence extends SilenceTest {}

  /** Loses more than those before it. */
  @Nested
  @Order(4)
  class Rights extends AccessControlTest {}
}
