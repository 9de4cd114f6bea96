package io.quorate.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.CommittedGeneration;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the report says was explored, it counts. */
class RunCoverageTest {
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  private static final ClusterName CLUSTER = new ClusterName("orders");
  private static final InstanceId NODE = new InstanceId("i-4");
  private static final RecoverySource SOURCE =
      new RecoverySource(new SnapshotId("20260102T030405Z-g1-0a1b"), "00ff", 100, AT);

  @Test
  void aRecoveryCountsOnceItServesByWhatItWasRestoredFrom() {
    RunCoverage coverage = new RunCoverage();

    coverage.recovery(CLUSTER, seeding(gathered("recovery-1-n")));
    assertThat(coverage.fromSnapshots()).isZero();

    Recovery serves = seeding(gathered("recovery-1-n")).serving(Optional.empty(), AT);
    coverage.recovery(CLUSTER, serves);
    coverage.recovery(CLUSTER, serves);
    assertThat(coverage.fromSnapshots()).isEqualTo(1);
    assertThat(coverage.throughFences()).isZero();

    Recovery salvaged =
        gathered("recovery-2-n")
            .salvaging(NODE, SOURCE.snapshot(), AT)
            .salvaged(Salvage.State.DONE, "", Optional.empty(), AT);
    coverage.recovery(CLUSTER, seeding(salvaged).serving(Optional.empty(), AT));
    assertThat(coverage.fromSnapshots()).isEqualTo(1);
    assertThat(coverage.throughFences()).isEqualTo(1);
  }

  private static Recovery gathered(String id) {
    return Recovery.suspected(
            id,
            new ClusterUid("uid-1"),
            Generation.FIRST,
            new FencingToken(4),
            Recovery.Action.RESEED,
            AT)
        .fencing(AT)
        .gathered(Map.of(), AT);
  }

  private static Recovery seeding(Recovery gathered) {
    CommittedGeneration next = new CommittedGeneration(new Generation(2), 100, 130, 1_000_000_130);
    return gathered.trying(SOURCE, NODE, AT).committing(Map.of(), next, AT).seeding(AT);
  }
}
