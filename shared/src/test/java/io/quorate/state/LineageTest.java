package io.quorate.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.guards.Guards;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A generation follows a committed one, by one, and never empty (I1). */
class LineageTest {
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  private static final GenerationSource SOURCE =
      new GenerationSource(
          Generation.FIRST,
          new SnapshotId("20260102T030405Z-g1-0a1b"),
          "00ff",
          100,
          1_000_000_130,
          "recovery-1-n",
          Optional.empty());

  private static Bootstrap bootstrap(long generation, Optional<GenerationSource> source) {
    return new Bootstrap(
        new Generation(generation),
        "uid-1-" + generation,
        EtcdClusterId.parse("cdf818194e3a8c32"),
        List.of(voter("i-4", 1)),
        "n" + generation,
        AT,
        source);
  }

  private static InitialMember voter(String instance, long member) {
    return new InitialMember(
        new InstanceId(instance),
        new MemberId(member),
        new Endpoints("http://10.0.0.1:2380", "http://10.0.0.1:2379"),
        "z1",
        "disk");
  }

  private static Lineage committed() {
    return Lineage.unbootstrapped(new ClusterUid("uid-1"))
        .committing(bootstrap(1, Optional.empty()))
        .committed();
  }

  @Test
  void theNextGenerationIsRecordedWithItsFork() {
    Lineage next = committed().reseeding(bootstrap(2, Optional.of(SOURCE)));

    assertThat(next.state()).isEqualTo(Lineage.State.COMMITTING);
    assertThat(next.generation()).isEqualTo(new Generation(2));
    assertThat(next.committed().ancestors())
        .containsExactly(new Fork(new Generation(2), Generation.FIRST, 100, SOURCE.snapshot()));
  }

  @Test
  void aGenerationWithoutASourceNeverFollows() {
    assertThatThrownBy(() -> committed().reseeding(bootstrap(2, Optional.empty())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("would be empty");
  }

  @Test
  void generationsFollowOneByOneAndOnlyACommittedOne() {
    Bootstrap second = bootstrap(2, Optional.of(SOURCE));
    Lineage committing = committed().reseeding(second);

    assertThatThrownBy(() -> committed().reseeding(bootstrap(3, Optional.of(SOURCE))))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> committing.reseeding(second))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> committing.committed().reseeding(second))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anEmptyBootstrapNeverFollowsACommittedOne() {
    assertThatThrownBy(() -> committed().committing(bootstrap(2, Optional.empty())))
        .isInstanceOf(IllegalStateException.class);
  }

  private static final SnapshotId IMPORTED = new SnapshotId("20260102T030405Z-g0-0a1b");

  private static GenerationSource imported(SnapshotId snapshot, String sha256) {
    return new GenerationSource(
        Generation.UNBOOTSTRAPPED,
        snapshot,
        sha256,
        100,
        1_000_000_100,
        "import-n",
        Optional.empty());
  }

  private static Lineage importing() {
    return Lineage.importing(new ClusterUid("uid-1"), new Origin(IMPORTED, "00ff"));
  }

  @Test
  void aClusterWithAnOriginBeginsWithItAndIsThenLikeAnyOther() {
    Lineage begun =
        importing().reseeding(bootstrap(1, Optional.of(imported(IMPORTED, "00ff")))).committed();

    assertThat(begun.generation()).isEqualTo(Generation.FIRST);
    assertThat(begun.origin()).isEmpty();
    assertThat(begun.ancestors())
        .containsExactly(new Fork(Generation.FIRST, Generation.UNBOOTSTRAPPED, 100, IMPORTED));
  }

  @Test
  @Guards("RECOVER")
  void aClusterWithAnOriginNeverBeginsEmptyNorWithAnythingElse() {
    SnapshotId other = new SnapshotId("20260102T030405Z-g0-0a1c");

    assertThatThrownBy(() -> importing().committing(bootstrap(1, Optional.empty())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("never bootstrapped empty");
    for (GenerationSource wrong : List.of(imported(other, "00ff"), imported(IMPORTED, "00fe"))) {
      assertThatThrownBy(() -> importing().reseeding(bootstrap(1, Optional.of(wrong))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("refused");
    }
    assertThatThrownBy(
            () ->
                Lineage.unbootstrapped(new ClusterUid("uid-1"))
                    .reseeding(bootstrap(1, Optional.of(imported(IMPORTED, "00ff")))))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anOriginIsImported() {
    assertThatThrownBy(() -> new Origin(SOURCE.snapshot(), "00ff"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("generation 0");
  }

  @Test
  void aSourceHasOneVoter() {
    assertThatThrownBy(
            () ->
                new Bootstrap(
                    new Generation(2),
                    "t",
                    EtcdClusterId.parse("cdf818194e3a8c32"),
                    List.of(voter("i-4", 1), voter("i-5", 2)),
                    "n",
                    AT,
                    Optional.of(SOURCE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected one");
  }
}
