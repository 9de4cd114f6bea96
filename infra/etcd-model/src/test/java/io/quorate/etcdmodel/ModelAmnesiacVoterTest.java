package io.quorate.etcdmodel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The schedule of facts.md: what is lost when a wiped directory votes under an old id. */
class ModelAmnesiacVoterTest {
  @Test
  void aWipedVoterUnderItsOldIdLosesFiftyAcknowledgedWritesThoughTwoDisksSurvive() {
    TestCluster cluster = new TestCluster(1).three();
    cluster.lead("a");
    cluster.process("b").freeze();
    cluster.put("a", 50, "k");
    List.of("a", "b", "c").forEach(n -> cluster.process(n).kill());
    cluster.disk("c").wipe();
    cluster.restart("b");
    cluster.pass(500);
    cluster.start("c", true, "a", "b", "c");
    cluster.pass(10_000);
    assertThat(cluster.process("c").exited()).isEmpty();
    assertThat(cluster.keys("b", true)).as("all fifty are gone").isEmpty();
  }

  @Test
  void withAllDisksInPlaceNothingIsLost() {
    TestCluster cluster = new TestCluster(1).three();
    cluster.lead("a");
    cluster.process("b").freeze();
    cluster.put("a", 50, "k");
    List.of("a", "b", "c").forEach(n -> cluster.process(n).kill());
    cluster.restart("b");
    cluster.restart("c");
    cluster.pass(10_000);
    assertThat(cluster.keys("b", true)).hasSize(50);
  }

  @Test
  void aWipedVoterThatALivingLeaderKnowsPanicsOnItsCommitIndex() {
    TestCluster cluster = new TestCluster(1).three();
    cluster.lead("a");
    cluster.put("a", 50, "k");
    cluster.process("c").kill();
    cluster.disk("c").wipe();
    cluster.start("c", true, "a", "b", "c");
    cluster.pass(3_000);
    assertThat(cluster.process("c").exited())
        .hasValueSatisfying(
            exit -> {
              assertThat(exit.code()).isEqualTo(2);
              assertThat(exit.lastWords()).contains("tocommit").contains("out of range");
            });
  }
}
