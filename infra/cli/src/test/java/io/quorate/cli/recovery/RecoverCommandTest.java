package io.quorate.cli.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.Codecs;
import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.recovery.CommittedGeneration;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecoverCommandTest {
  private static final SnapshotId SNAPSHOT = new SnapshotId("20260102T030405Z-g1-0a1b");

  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void cluster() {
    Stored.put(run.store(), Sample.healthy().summary());
  }

  private static Recovery trial() {
    return Recovery.suspected(
            "recovery-1-n",
            Sample.UID,
            Generation.FIRST,
            new FencingToken(9),
            Recovery.Action.RESEED,
            Sample.NOW)
        .fencing(Sample.NOW)
        .gathered(Map.of(Sample.instance(1), "EC2 has shown it terminated"), Sample.NOW)
        .trying(
            new RecoverySource(SNAPSHOT, "00ff", 900, Sample.NOW), Sample.instance(4), Sample.NOW);
  }

  private void stored(Recovery recovery) {
    Stored.put(run.store(), Keys.recovery(Sample.DEMO), Codecs.RECOVERY.write(recovery));
  }

  @Test
  void withoutARecoveryItSaysSo() {
    assertThat(run.quorate("recover", "status", "demo")).isZero();

    assertThat(run.out()).isEqualTo("no recovery was ever needed\n");
  }

  @Test
  void aRunningRecoveryNamesWhoIsGoneAndWhatIsTried() {
    stored(trial());

    assertThat(run.quorate("recover", "status", "demo")).isEqualTo(CommandExitCode.NOT_HEALTHY);

    assertThat(run.out())
        .contains("TRIAL", SNAPSHOT.value(), Sample.instance(1) + ": EC2 has shown it terminated");
  }

  @Test
  void whatIsLostIsShownAndToldToPrograms() {
    stored(
        trial()
            .committing(
                Map.of(Sample.instance(1), "EC2 has shown it terminated"),
                new CommittedGeneration(new Generation(2), 900, 950, 1_000_000_950),
                Sample.NOW)
            .seeding(Sample.NOW)
            .serving(Optional.empty(), Sample.NOW));

    assertThat(run.quorate("recover", "status", "demo")).isZero();
    assertThat(run.out()).contains("50 revisions above the snapshot's 900 were reported");
  }

  @Test
  void asJsonItIsTheRecord() {
    stored(trial());

    run.quorate("recover", "status", "demo", "--output", "json");

    Tree told = Tree.of(JsonTree.read(run.out(), "recover"), "recover");
    assertThat(told.tree("recovery").string("recoveryState")).isEqualTo("TRIAL");
  }

  @Test
  void acknowledgingIsARequest() {
    run.betweenLooks(
        () -> {
          Request request = written();
          Stored.put(
              run.store(),
              Keys.request(Sample.DEMO, request.id()),
              Codecs.REQUEST.write(
                  request.in(Request.State.DONE, "recovery-1-n is acknowledged", Map.of())));
        });

    assertThat(run.quorate("recover", "acknowledge", "demo")).isZero();

    assertThat(written().kind()).isEqualTo(RequestKind.ACKNOWLEDGE_RECOVERY);
    assertThat(run.out()).isEqualTo("recovery-1-n is acknowledged\n");
    assertThat(run.hints()).containsExactly(Sample.DEMO);
  }

  private Request written() {
    return run.store().list(Table.CLUSTERS, "demo", Keys.REQUEST).stream()
        .map(item -> Codecs.REQUEST.read(item.attributes(), "request"))
        .reduce((one, other) -> other)
        .orElseThrow();
  }
}
