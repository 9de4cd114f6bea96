package io.quorate.e2e;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;

/** Three members over plain connections. The later classes lose more than the earlier ones. */
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
  class Resize extends ResizeTest {}

  @Nested
  @Order(3)
  class Snapshots extends SnapshotTest {}

  @Nested
  @Order(4)
  class RestoreByHand extends RestoreByHandTest {}

  @Nested
  @Order(5)
  class QuorumLost extends QuorumLostTest {}

  /** Before the total loss, which a rebuilt table has to survive. */
  @Nested
  @Order(6)
  class LostTable extends LostTableTest {}

  @Nested
  @Order(7)
  class TotalLoss extends TotalLossTest {}
}
