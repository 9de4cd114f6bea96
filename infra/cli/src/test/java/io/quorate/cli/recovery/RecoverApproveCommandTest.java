package io.quorate.cli.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.SampleCloud;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.Codecs;
import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import io.quorate.model.Generation;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.DataHolders;
import io.quorate.state.Holder;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecoverApproveCommandTest {
  private static final SnapshotId ID = new SnapshotId("20260102T020304Z-g1-0a1b");

  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void cluster() {
    SnapshotRecord line =
        SnapshotRecord.taken(
            new SnapshotManifest(
                ID,
                Sample.DEMO,
                Sample.UID,
                Sample.CLUSTER_ID,
                Sample.member(2),
                Sample.instance(2),
                SnapshotKeys.data(Sample.DEMO, Sample.UID, ID, 1),
                new SnapshotManifest.Position(900, 900, 2, 1198),
                "3.5.30",
                4096,
                "00ff",
                Optional.empty(),
                Sample.NOW.minusSeconds(600),
                "scheduled",
                "0.1.0"));
    Sample sample = Sample.healthy().snapshots(line);
    DataHolders holders = DataHolders.UNRECORDED;
    for (int n = 1; n <= 3; n++) {
      holders =
          holders.with(Sample.instance(n), new Holder(Generation.FIRST, "disk-" + n, Sample.NOW));
    }
    Stored.put(run.store(), sample.status(sample.status().withData(holders)).summary());
  }

  private static SampleCloud everythingLost() {
    return new SampleCloud().terminated(1).terminated(2).terminated(3);
  }

  private Tree plan(String... more) {
    run.quorate(
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of("recover", "plan", "demo", "--output", "json"),
                java.util.Arrays.stream(more))
            .toArray(String[]::new));
    return Tree.of(JsonTree.read(run.out(), "plan"), "plan");
  }

  private Request written() {
    return run.store().list(Table.CLUSTERS, "demo", Keys.REQUEST).stream()
        .map(item -> Codecs.REQUEST.read(item.attributes(), "request"))
        .reduce((one, other) -> other)
        .orElseThrow();
  }

  @Test
  void thePlanShowsEachHolderWithItsProofTheSourceTheLossAndTheHash() {
    run.on(everythingLost());

    assertThat(run.quorate("recover", "plan", "demo")).isZero();

    assertThat(run.out())
        .contains(
            Sample.instance(1) + " GONE: EC2 has shown it terminated",
            "snapshot " + ID + " at revision 900",
            "600 s ago");
    String hash = plan().string("hash");
    run.quorate("recover", "plan", "demo");
    assertThat(run.out()).contains("quorate recover approve demo --hash " + hash + " --wait");
    assertThat(run.store().list(Table.CLUSTERS, "demo", Keys.REQUEST)).isEmpty();
  }

  @Test
  void asJsonItHasTheEndsAndTheSource() {
    run.on(everythingLost());

    Tree told = plan();

    assertThat(told.string("source")).isEqualTo(ID.value());
    assertThat(told.tree("holders").tree(Sample.instance(2).value()).string("end"))
        .isEqualTo("GONE");
    assertThat(told.strings("objections")).isEmpty();
  }

  @Test
  void whileAQuorumServesThePlanSaysSo() {
    run.on(new SampleCloud());

    assertThat(run.quorate("recover", "plan", "demo")).isEqualTo(CommandExitCode.BAD_INPUT);

    assertThat(run.out()).contains("a quorum serves").doesNotContain("hash");
  }

  @Test
  void whatIsNoInstanceIsRefusedAtOnce() {
    run.on(everythingLost());

    int exit = run.quorate("recover", "plan", "demo", "--accept-lost", "i 1");

    assertThat(exit).isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("--accept-lost 'i 1'");
  }

  @Test
  void theApprovalIsARequestWithThePlansOptions() {
    run.betweenLooks(
        () -> {
          Request done = written().in(Request.State.DONE, "recovery-1-n is approved", Map.of());
          Stored.put(run.store(), Keys.request(Sample.DEMO, done.id()), Codecs.REQUEST.write(done));
        });

    int exit =
        run.quorate(
            "recover",
            "approve",
            "demo",
            "--hash",
            "0123456789ab",
            "--accept-lost",
            "i-2",
            "--accept-lost",
            "i-1",
            "--snapshot",
            ID.value(),
            "--no-other-holder");

    assertThat(exit).isZero();
    assertThat(written().kind()).isEqualTo(RequestKind.APPROVE_RECOVERY);
    assertThat(written().arguments())
        .isEqualTo(
            Map.of(
                "hash",
                "0123456789ab",
                "acceptLost",
                "i-1,i-2",
                "snapshot",
                ID.value(),
                "noOtherHolder",
                "true"));
    assertThat(run.out()).isEqualTo("recovery-1-n is approved\n");
  }
}
