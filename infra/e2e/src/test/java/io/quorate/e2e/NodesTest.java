package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.Group;
import io.quorate.guards.Guards;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.Condition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * A newer launch template: every node is replaced, one after the other, under a stream of writes.
 */
@EverythingOnly
class NodesTest extends OneStage {
  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  @Test
  @Guards({"REPLACE_OUTDATED_NODE", "NODES_OUTDATED"})
  void everyNodeIsReplacedAndThreeVotersServeAllTheWhile() throws Exception {
    Set<String> old = ids(stage.running());
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);
      new Group(stage.deployment, stage.name).launchFromNewVersion();
      stage.awaitCondition(Condition.Type.NODES_OUTDATED);

      Operator.Said replaced =
          new Operator(stage)
              .quorate("nodes", "replace", stage.name.value(), "--wait", "--timeout", "5m");

      assertThat(replaced.code()).as(replaced.said()).isZero();
      stage.awaitHealthy(3);
      assertThat(ids(stage.running())).hasSize(3).doesNotContainAnyElementsOf(old);
      assertThat(stage.has(Condition.Type.NODES_OUTDATED)).isFalse();
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  private static Set<String> ids(List<InstanceView> instances) {
    return instances.stream().map(InstanceView::id).collect(Collectors.toSet());
  }
}
