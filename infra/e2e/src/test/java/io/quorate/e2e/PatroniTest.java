package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.deployment.Forwarder;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * PostgreSQL under Patroni, with synchronous replication and failsafe mode, keeps its leader in the
 * cluster, at the one address that stays: through all that the cluster survives no acknowledged row
 * is lost, and each Patroni finds etcd again by itself. Beside it python3-etcd3 writes, watches and
 * locks.
 */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PatroniTest extends OneStage {
  private static final Pattern HASH = Pattern.compile("\"hash\"\\s*:\\s*\"([0-9a-f]{12})\"");

  private Forwarder forwarder;
  private Patronis patronis;
  private PatroniRows rows;
  private Path folder;
  private Optional<PythonClients> python = Optional.empty();

  @Override
  Stage raise(Path home) throws IOException {
    Patronis.assumeInstalled();
    return Stage.healthy(home, 3);
  }

  @BeforeAll
  void startPatronis() throws Exception {
    forwarder = Forwarder.before(stage.deployment);
    folder = Files.createTempDirectory("patroni");
    patronis = Patronis.start(folder, forwarder.address());
    rows = new PatroniRows(patronis);
    URI at = URI.create("tcp://" + forwarder.address());
    python = PythonClients.start(at.getHost(), at.getPort(), folder.resolve("python.log"));
  }

  @AfterAll
  void stopPatronis() throws Exception {
    if (rows != null) {
      rows.end();
    }
    if (patronis != null) {
      patronis.end();
    }
    if (forwarder != null) {
      forwarder.close();
    }
    if (folder != null) {
      Disks.delete(folder);
    }
  }

  /** Each finds etcd again, the three are complete again, and rows are acknowledged. */
  private void survived(String what) {
    long since = System.currentTimeMillis() / 1000;
    try {
      AwaitCondition.untilSettled(
          "each Patroni has an answer of etcd after: " + what,
          Stage.SOON,
          () -> patronis.lastSeenEtcd().stream().allMatch(seen -> seen > since));
      AwaitCondition.untilSettled(
          "a primary with two replicas after: " + what, Stage.SOON, patronis::complete);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + patronis.logs(), e);
    }
    rows.awaitMore(10);
    python.ifPresent(PythonClients::awaitMore);
    Duration gap = rows.longestGap();
    System.out.printf("Patroni, %s: longest time without a row %d ms%n", what, gap.toMillis());
    assertThat(rows.missing()).as("acknowledged rows that are gone after: %s", what).isEmpty();
  }

  @Test
  @Order(1)
  void everyMemberIsReplaced() {
    for (InstanceView each : stage.running()) {
      rows.mark();
      stage.terminate(each);
      AwaitCondition.untilSettled("another in its place", Stage.SOON, () -> stage.replaced(each));
      stage.awaitHealthy(3);
      survived("a member is replaced");
    }
  }

  @Test
  @Order(2)
  void theClusterGrowsAndShrinks() {
    rows.mark();
    stage.resize(5);
    stage.awaitHealthy(5);
    stage.resize(3);
    stage.awaitHealthy(3);
    survived("from 3 to 5 to 3");
  }

  /**
   * The snapshot knows another primary, which lags: its leadership must not come back. This comes
   * before the losses: in Patroni 3.0.2 a primary whose predecessor has once reached it in failsafe
   * mode takes the predecessor for the leader when etcd returns without the leader's key, and steps
   * down for {@code ttl}.
   */
  @Test
  @Order(3)
  void aRollbackToBeforeASwitchover() throws Exception {
    long next = new Generations(stage).number() + 1;
    try (SnapshotCommands snapshots = new SnapshotCommands(stage)) {
      Request taken = snapshots.ask(RequestKind.TAKE_SNAPSHOT, Map.of());
      SnapshotId id = new SnapshotId(taken.result().get("snapshot"));
      Request verified = snapshots.ask(RequestKind.VERIFY_SNAPSHOT, Map.of("snapshot", id.value()));
      assertThat(verified.state()).as(verified.detail()).isEqualTo(Request.State.DONE);
      String before = patronis.switchOver();
      rows.awaitMore(20);
      rows.mark();

      Operator.Said plan =
          new Operator(stage)
              .quorate("restore", stage.name.value(), "--snapshot", id.value(), "--output", "json");
      Matcher hash = HASH.matcher(plan.said());
      assertThat(hash.find()).as(plan.said()).isTrue();
      Request begun =
          snapshots.ask(
              RequestKind.RESTORE_SNAPSHOT, Map.of("snapshot", id.value(), "hash", hash.group(1)));
      assertThat(begun.state()).as(begun.detail()).isEqualTo(Request.State.DONE);
      new Generations(stage).awaitRestored(next);

      survived("a rollback to before the switchover from " + before);
    }
  }

  @Test
  @Order(4)
  void aQuorumIsLost() {
    rows.mark();
    lose(stage.running().subList(0, 2));
    survived("two of three lost");
  }

  @Test
  @Order(5)
  void everythingIsLost() {
    new Snapshots(stage).take();
    rows.mark();
    lose(stage.running());
    survived("all lost");
  }

  private void lose(List<InstanceView> victims) {
    long next = new Generations(stage).number() + 1;
    Ec2.terminate(stage, victims);
    new Generations(stage).awaitRestored(next);
  }

  @Test
  @Order(6)
  void pythonMissedNothingSilentlyAndNobodyHeldItsLockTwice() throws Exception {
    assumeTrue(python.isPresent(), "python3-etcd3 is not installed here");
    Map<String, Object> met = python.orElseThrow().end();
    System.out.println("python3-etcd3: " + met);

    assertThat(met).containsEntry("missed", 0).containsEntry("twice", 0);
    assertThat(PythonClients.number(met, "gaps")).as("two restores of snapshots").isPositive();
  }
}
