package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.EtcdAccess;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.Condition;
import io.quorate.state.JournalEntry;
import io.quorate.state.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
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
    try {
      return StageOverTls.healthy(home, 3, CLIENT, MANAGED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Test
  @Order(1)
  void clientCertificatesAreRequiredMemberByMemberWithoutAnOutage() throws Exception {
    Writer writer = stage.writer();
    writer.awaitMore(20, Stage.SOON);
    Map<String, List<Long>> before = pids();
    String leader = stage.leader().id();
    for (InstanceView member : stage.running()) {
      assertThat(turnsAwayStrangers(member)).as("before, %s", member.id()).isFalse();
    }

    String said = apply(REQUIRED, "");
    assertThat(said).contains("tls.clients", "rolled out");
    underQuorum("three restarted members", () -> restarted(before).size() == 3);
    stage.awaitHealthy(3);
    writer.awaitMore(20, Stage.SOON);

    assertThat(restarts()).hasSize(3).doesNotHaveDuplicates().endsWith(leader);
    assertThat(stage.leader().id()).as("the leadership was moved").isNotEqualTo(leader);
    for (InstanceView member : stage.running()) {
      assertThat(turnsAwayStrangers(member)).as("after, %s", member.id()).isTrue();
    }
    LOG.info("longest write gap of the roll-out: " + writer.longestGap().toMillis() + " ms");
  }

  @Test
  @Order(2)
  void itHaltsWhereTheSecondMemberDoesNotStartAndGoesOnOnResume() throws Exception {
    Writer writer = stage.writer();
    Map<String, List<Long>> before = pids();
    int told = restarts().size();
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
    underQuorum("a halted roll-out", () -> stage.has(Condition.Type.ROLLOUT_HALTED));

    assertThat(message(Condition.Type.ROLLOUT_HALTED))
        .contains(followers.get(1).id(), "quorate resume demo");
    writer.awaitMore(100, Stage.SOON);
    assertThat(restarts().subList(told, restarts().size()))
        .containsExactly(followers.get(0).id(), followers.get(1).id());
    assertThat(pids()).containsEntry(leader, before.get(leader));
    assertThat(stage.answers(followers.get(0))).isTrue();
    assertThat(stage.answers(followers.get(1))).isFalse();

    Files.writeString(trusted, whole);
    stage.awaitOtherEtcd(followers.get(1), before.get(followers.get(1).id()));
    underQuorum("the mended member", () -> stage.answers(followers.get(1)));
    assertThat(pids()).as("nobody else restarts").containsEntry(leader, before.get(leader));
    Operator.Said resumed = new Operator(stage).quorate("resume", stage.name.value(), "--yes");
    assertThat(resumed.code()).as(resumed.said()).isZero();
    underQuorum("three restarted members", () -> restarted(before).size() == 3);
    stage.awaitHealthy(3);
    assertThat(stage.has(Condition.Type.ROLLOUT_HALTED)).isFalse();
    LOG.info("longest write gap of the halted one: " + writer.longestGap().toMillis() + " ms");
  }

  @Test
  @Order(3)
  void aFlagThatEtcdRefusesStopsAtTheFirstMemberAndABetterSpecMendsIt() throws Exception {
    Writer writer = stage.writer();
    Map<String, List<Long>> before = pids();
    int told = restarts().size();

    apply(REQUIRED, "etcd: {version: 3.5, snapshotCount: 20000, extraFlags: {max-txn-ops: many}}");
    underQuorum("a halted roll-out", () -> stage.has(Condition.Type.ROLLOUT_HALTED));
    List<String> tried = restarts().subList(told, restarts().size());
    assertThat(tried).hasSize(1);
    assertThat(message(Condition.Type.ROLLOUT_HALTED)).contains(tried.getFirst(), "max-txn-ops");
    writer.awaitMore(100, Stage.SOON);

    // The member takes it by itself; the others never had anything else.
    apply(REQUIRED, "etcd: {version: 3.5, snapshotCount: 20000}");
    underQuorum("an end of the halt", () -> !stage.has(Condition.Type.ROLLOUT_HALTED));
    stage.awaitHealthy(3);
    assertThat(restarted(before)).isEqualTo(tried);
  }

  /** By the journal, in order. */
  private List<String> restarts() {
    return stage.tables.journal().stream()
        .filter(entry -> entry.reason().equals("SETTINGS_OUTDATED"))
        .sorted(Comparator.comparing(JournalEntry::id))
        .map(entry -> entry.evidence().get("instance"))
        .toList();
  }

  private Map<String, List<Long>> pids() {
    Map<String, List<Long>> pids = new HashMap<>();
    stage.running().forEach(view -> pids.put(view.id(), stage.etcdPids(view)));
    return pids;
  }

  private List<String> restarted(Map<String, List<Long>> before) {
    List<String> restarted = new ArrayList<>();
    pids()
        .forEach(
            (instance, now) -> {
              if (!now.isEmpty() && now.stream().noneMatch(before.get(instance)::contains)) {
                restarted.add(instance);
              }
            });
    return restarted;
  }

  /** Waits for it, and looks all the while whether two etcds answer. */
  private void underQuorum(String what, BooleanSupplier holds) {
    AwaitCondition.until(
        what,
        Stage.SOON,
        () -> {
          assertThat(stage.status().phase()).isNotEqualTo(Phase.NO_QUORUM);
          assertThat(stage.running().stream().filter(view -> !stage.etcdPids(view).isEmpty()))
              .as("running etcds")
              .hasSizeGreaterThanOrEqualTo(2);
          return holds.getAsBoolean();
        });
  }

  /** Whether a client that shows no certificate gets no answer. */
  private boolean turnsAwayStrangers(InstanceView member) throws IOException {
    EtcdAccess stranger = EtcdAccess.trusting(ClientCertificates.files(stage, CLIENT).ca());
    try {
      return stranger.etcd(stranger.url(member)).members().isEmpty();
    } catch (java.io.UncheckedIOException e) {
      return true;
    }
  }

  private String apply(String tls, String etcd) throws IOException, InterruptedException {
    Path file = stage.deployment.config().home().resolve("rolled-out.yaml");
    String sections = etcd.isEmpty() ? tls : etcd + "\n" + tls;
    Files.writeString(file, StageSpec.yaml(stage.name, 3, Duration.ofMinutes(3), sections));
    Operator.Said applied = new Operator(stage).quorate("apply", "--file", file.toString());
    assertThat(applied.code()).as(applied.said()).isZero();
    return applied.said();
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
