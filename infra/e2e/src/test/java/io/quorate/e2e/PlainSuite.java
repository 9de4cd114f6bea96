package io.quorate.e2e;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;

/** Three members over plain connections. Later classes lose more than those before them. */
class PlainSuite extends SharedStage {
  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  @Nested
  @Order(1)
  class Healing extends HealingTest {}

  @Nested
  @Order(2)
  class Snapshots extends SnapshotTest {}

  @Nested
  @Order(3)
  class QuorumLost extends QuorumLostTest {}

  /** Before the total loss, which a rebuilt table has to survive. */
  @Nested
  @Order(4)
  class LostTable extends LostTableTest {}

  @Nested
  @Order(5)
  class TotalLoss extends TotalLossTest {}
}
