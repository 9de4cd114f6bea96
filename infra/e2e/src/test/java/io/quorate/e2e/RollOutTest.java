package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.EtcdAccess;
import io.quorate.guards.Guards;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A change that etcd takes at its start alone is rolled out, or halts at the first failure. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RollOutTest extends OneStage {
  private static final Logger LOG = Logger.getLogger(RollOutTest.class.getName());
  private static final String CLIENT = "application";
  private static final String MANAGED = "tls: {mode: managed}";
  private static final String REQUIRED = "tls: {mode: managed, clients: required}";

  @Override
  Stage raise(Path home) throws IOException {
    return StageOverTls.managed(home, 3, CLIENT, MANAGED);
  }

  @Test
  @Order(1)
  @Guards("RESTART_MEMBER/START")
  void clientCertificatesAreRequiredMemberByMemberWithoutAnOutage() throws Exception {
    Writer writer = stage.writer();
    writer.awaitMore(20, Stage.SOON);
    Map<String, List<Long>> before = rollOut().pids();
    String leader = stage.leader().id();
    for (InstanceView member : stage.running()) {
      assertThat(turnsAwayStrangers(member)).as("before, %s", member.id()).isFalse();
    }

    String said = apply(REQUIRED, "");
    assertThat(said).contains("tls.clients", "rolled out");
    rollOut().awaitAll(before);
    writer.awaitMore(20, Stage.SOON);

    assertThat(rollOut().restarts()).hasSize(3).doesNotHaveDuplicates().endsWith(leader);
    assertThat(stage.leader().id()).as("the leadership was moved").isNotEqualTo(leader);
    for (InstanceView member : stage.running()) {
      assertThat(turnsAwayStrangers(member)).as("after, %s", member.id()).isTrue();
    }
    LOG.info("longest write gap of the roll-out: " + writer.longestGap().toMillis() + " ms");
  }

  @EverythingOnly
  @Test
  @Order(2)
  @Guards("RESTART_OUTDATED_MEMBER")
  void itHaltsWhereTheSecondMemberDoesNotStartAndGoesOnOnResume() throws Exception {
    Writer writer = stage.writer();
    Map<String, List<Long>> before = rollOut().pids();
    int told = rollOut().restarts().size();
    String leader = stage.leader().id();
    List<InstanceView> followers =
        stage.running().stream()
            .filter(view -> !view.id().equals(leader))
            .sorted(Comparator.comparing(InstanceView::id))
            .toList();
    Path trusted = peerAuthority(followers.get(1));
    String whole = Files.readString(trusted);
    Files.writeString(trusted, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");

    apply(REQUIRED, "etcd: {version: 3.5, snapshotCount: 20000}");
    rollOut().underQuorum("a halted roll-out", () -> stage.has(Condition.Type.ROLLOUT_HALTED));

    assertThat(message(Condition.Type.ROLLOUT_HALTED))
        .contains(followers.get(1).id(), "quorate resume demo");
    writer.awaitMore(100, Stage.SOON);
    assertThat(rollOut().restarts().subList(told, rollOut().restarts().size()))
        .containsExactly(followers.get(0).id(), followers.get(1).id());
    assertThat(rollOut().pids()).containsEntry(leader, before.get(leader));
    assertThat(stage.answers(followers.get(0))).isTrue();
    assertThat(stage.answers(followers.get(1))).isFalse();

    Files.writeString(trusted, whole);
    stage.awaitOtherEtcd(followers.get(1), before.get(followers.get(1).id()));
    rollOut().underQuorum("the mended member", () -> stage.answers(followers.get(1)));
    assertThat(rollOut().pids())
        .as("nobody else restarts")
        .containsEntry(leader, before.get(leader));
    Operator.Said resumed = new Operator(stage).quorate("resume", stage.name.value(), "--yes");
    assertThat(resumed.code()).as(resumed.said()).isZero();
    rollOut().awaitAll(before);
    assertThat(stage.has(Condition.Type.ROLLOUT_HALTED)).isFalse();
    LOG.info("longest write gap of the halted one: " + writer.longestGap().toMillis() + " ms");
  }

  @EverythingOnly
  @Test
  @Order(3)
  void aFlagThatEtcdRefusesStopsAtTheFirstMemberAndABetterSpecMendsIt() throws Exception {
    Writer writer = stage.writer();
    Map<String, List<Long>> before = rollOut().pids();
    int told = rollOut().restarts().size();

    apply(REQUIRED, "etcd: {version: 3.5, snapshotCount: 20000, extraFlags: {max-txn-ops: many}}");
    rollOut().underQuorum("a halted roll-out", () -> stage.has(Condition.Type.ROLLOUT_HALTED));
    List<String> tried = rollOut().restarts().subList(told, rollOut().restarts().size());
    assertThat(tried).hasSize(1);
    assertThat(message(Condition.Type.ROLLOUT_HALTED)).contains(tried.getFirst(), "max-txn-ops");
    writer.awaitMore(100, Stage.SOON);

    // The member takes it by itself; the others never had anything else.
    apply(REQUIRED, "etcd: {version: 3.5, snapshotCount: 20000}");
    rollOut().underQuorum("an end of the halt", () -> !stage.has(Condition.Type.ROLLOUT_HALTED));
    stage.awaitHealthy(3);
    assertThat(rollOut().restarted(before)).isEqualTo(tried);
  }

  /** Whether a client that shows no certificate is turned away. */
  private boolean turnsAwayStrangers(InstanceView member) throws IOException {
    return !Admission.admits(
        EtcdAccess.trusting(ClientCertificates.files(stage, CLIENT).ca()), member);
  }

  private String apply(String tls, String etcd) throws IOException, InterruptedException {
    return rollOut().apply(etcd.isEmpty() ? tls : etcd + "\n" + tls);
  }

  private RollOut rollOut() {
    return new RollOut(stage);
  }

  private String message(Condition.Type type) {
    return stage.status().conditions().stream()
        .filter(held -> held.type() == type)
        .map(Condition::message)
        .findFirst()
        .orElseThrow();
  }

  private static Path peerAuthority(InstanceView member) throws IOException {
    try (var files = Files.walk(member.folder())) {
      return files
          .filter(file -> file.endsWith(Path.of("tls", "peer-ca.pem")))
          .findFirst()
          .orElseThrow();
    }
  }
}
