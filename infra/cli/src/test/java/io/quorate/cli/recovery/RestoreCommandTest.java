package io.quorate.cli.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.SampleCloud;
import io.quorate.cli.Stored;
import io.quorate.codec.Codecs;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RestoreCommandTest {
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
    Stored.put(run.store(), Sample.healthy().snapshots(line).summary());
  }

  private Request written() {
    return run.store().list(Table.CLUSTERS, "demo", Keys.REQUEST).stream()
        .map(item -> Codecs.REQUEST.read(item.attributes(), "request"))
        .reduce((one, other) -> other)
        .orElseThrow();
  }

  @Test
  void withoutAHashThePlanIsShownAndNothingIsWritten() {
    int exit = run.on(new SampleCloud()).quorate("restore", "demo", "--snapshot", ID.value());

    assertThat(exit).as("the sample's snapshot was never verified").isEqualTo(65);
    assertThat(run.out())
        .contains("snapshot " + ID + " is TAKEN, expected VERIFIED")
        .contains("given up", "600 s ago")
        .doesNotContain("hash");
    assertThat(run.store().list(Table.CLUSTERS, "demo", Keys.REQUEST)).isEmpty();
  }

  @Test
  void asJsonItHasEveryObjection() {
    run.on(new SampleCloud()).quorate("restore", "demo", "--snapshot", ID.value(), "-o", "json");

    assertThat(run.out()).contains("\"objections\"", "expected VERIFIED", "\"hash\"");
  }

  @Test
  void aSnapshotThatIsNotListedIsRefusedWithTheWayOut() {
    int exit =
        run.on(new SampleCloud())
            .quorate("restore", "demo", "--snapshot", "20260102T020304Z-g1-ffff");

    assertThat(exit).isEqualTo(65);
    assertThat(run.err()).contains("quorate snapshot list demo");
  }

  @Test
  void theHashGoesIntoTheRequestAndARefusalIsTold() {
    run.betweenLooks(
        () -> {
          Request refused = written().in(Request.State.REFUSED, "the plan is another", Map.of());
          Stored.put(
              run.store(), Keys.request(Sample.DEMO, refused.id()), Codecs.REQUEST.write(refused));
        });

    int exit =
        run.quorate(
            "restore", "demo", "--snapshot", ID.value(), "--hash", "0123456789ab", "--wait");

    assertThat(exit).isEqualTo(65);
    assertThat(run.err()).contains("refused, nothing was changed: the plan is another");
    assertThat(written().kind()).isEqualTo(RequestKind.RESTORE_SNAPSHOT);
    assertThat(written().arguments())
        .isEqualTo(Map.of("snapshot", ID.value(), "hash", "0123456789ab"));
  }

  @Test
  void keepsLeasesWhereAsked() {
    run.betweenLooks(
        () -> {
          Request refused = written().in(Request.State.REFUSED, "the plan is another", Map.of());
          Stored.put(
              run.store(), Keys.request(Sample.DEMO, refused.id()), Codecs.REQUEST.write(refused));
        });

    run.quorate(
        "restore",
        "demo",
        "--snapshot",
        ID.value(),
        "--hash",
        "0123456789ab",
        "--keep-leases",
        "--wait");

    assertThat(written().arguments())
        .isEqualTo(Map.of("snapshot", ID.value(), "hash", "0123456789ab", "keepLeases", "true"));
  }

  @Test
  void itIsFollowedUntilTheGenerationServesOrTheRecoveryIsOver() {
    run.betweenLooks(
        () -> {
          Request done = written().in(Request.State.DONE, "recovery-1-n begins", Map.of());
          Stored.put(run.store(), Keys.request(Sample.DEMO, done.id()), Codecs.REQUEST.write(done));
        },
        () -> {
          Recovery over = rollback().calledOff("a person", Sample.NOW);
          Stored.put(run.store(), Keys.recovery(Sample.DEMO), Codecs.RECOVERY.write(over));
        });

    int exit =
        run.quorate(
            "restore", "demo", "--snapshot", ID.value(), "--hash", "0123456789ab", "--wait");

    assertThat(exit).as("it ended without a generation that serves").isEqualTo(1);
    assertThat(run.err()).contains("recovery-1-n is ENDED");
  }

  private static Recovery rollback() {
    return Recovery.rollback(
        "recovery-1-n",
        Sample.UID,
        Generation.FIRST,
        new FencingToken(9),
        new RecoverySource(ID, "00ff", 900, Sample.NOW),
        Sample.NOW);
  }
}
