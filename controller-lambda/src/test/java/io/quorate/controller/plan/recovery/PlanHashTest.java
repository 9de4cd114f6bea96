package io.quorate.controller.plan.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.Bootstrap;
import io.quorate.state.Endpoints;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An approval is of one plan, and no other cluster, generation, action, end or source (I5). */
class PlanHashTest {
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  private static final InstanceId ONE = new InstanceId("i-1");
  private static final Map<InstanceId, Approval.End> ENDS = Map.of(ONE, Approval.End.GONE);

  private static Lineage lineage(String uid, long generation) {
    InitialMember voter =
        new InitialMember(
            ONE, new MemberId(1), new Endpoints("http://a:1", "http://a:2"), "z", "d");
    return Lineage.unbootstrapped(new ClusterUid(uid))
        .committing(
            new Bootstrap(
                new Generation(generation), "t", new EtcdClusterId(1), List.of(voter), "n", AT))
        .committed();
  }

  private static Optional<RecoverySource> source(String id, String sha256) {
    return Optional.of(new RecoverySource(new SnapshotId(id), sha256, 7, AT));
  }

  @Test
  void eachPartOfThePlanIsInIt() {
    String snapshot = "20260102T020000Z-g1-0001";
    List<String> hashes =
        Stream.of(
                PlanHash.of(
                    lineage("u-1", 1), Recovery.Action.RESEED, ENDS, source(snapshot, "00")),
                PlanHash.of(
                    lineage("u-2", 1), Recovery.Action.RESEED, ENDS, source(snapshot, "00")),
                PlanHash.of(
                    lineage("u-1", 2), Recovery.Action.RESEED, ENDS, source(snapshot, "00")),
                PlanHash.of(
                    lineage("u-1", 1), Recovery.Action.ROLLBACK, ENDS, source(snapshot, "00")),
                PlanHash.of(
                    lineage("u-1", 1),
                    Recovery.Action.RESEED,
                    Map.of(ONE, Approval.End.ACCEPTED_LOST),
                    source(snapshot, "00")),
                PlanHash.of(
                    lineage("u-1", 1),
                    Recovery.Action.RESEED,
                    Map.of(new InstanceId("i-2"), Approval.End.GONE),
                    source(snapshot, "00")),
                PlanHash.of(
                    lineage("u-1", 1), Recovery.Action.RESEED, ENDS, source(snapshot, "01")),
                PlanHash.of(
                    lineage("u-1", 1),
                    Recovery.Action.RESEED,
                    ENDS,
                    source("20260102T020000Z-g1-0002", "00")),
                PlanHash.of(lineage("u-1", 1), Recovery.Action.RESEED, ENDS, Optional.empty()))
            .toList();

    assertThat(hashes).doesNotHaveDuplicates().allMatch(hash -> hash.length() == 12);
  }
}
