package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.quorate.model.EtcdClusterId;
import io.quorate.state.Bootstrap;
import io.quorate.state.JournalEntry;
import io.quorate.state.Lineage;
import io.quorate.state.MemberIdentity;
import io.quorate.state.Status;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What must hold of a stage however it was broken, checked when it closes. */
final class EndToEndChecks {
  /** Decisions that take a voter away, by their reason. */
  private static final Set<String> TAKES_A_VOTER = Set.of("MEMBER_DEAD", "NODE_HUNG");

  private EndToEndChecks() {}

  static void check(Stage stage) {
    assertAll(
        () -> quorumKept(stage.tables.journal(), stage.members()),
        () -> oneChange(stage.tables.journal()),
        () -> assertThat(stage.disks.missing()).as("I6: destroyed data directories").isEmpty(),
        () -> oneLineage(stage),
        () -> acknowledgedSurvives(stage));
  }

  private static void oneLineage(Stage stage) {
    EtcdClusterId bootstrapped =
        stage
            .clusters
            .lineage(stage.name)
            .flatMap(Lineage::bootstrap)
            .map(Bootstrap::clusterId)
            .orElseThrow();
    Status status = stage.status();
    assertThat(stage.heartbeats())
        .filteredOn(beat -> !status.terminated(beat.instance()))
        .flatExtracting(beat -> beat.identity().map(MemberIdentity::clusterId).stream().toList())
        .as("I1: cluster ids by the agents' journals")
        .containsOnly(bootstrapped);
    assertThat(stage.running())
        .extracting(view -> stage.etcd(view).clusterId())
        .as("I1: cluster ids by the etcds themselves")
        .containsOnly(bootstrapped.toString());
  }

  private static void quorumKept(List<JournalEntry> journal, int members) {
    int remaining = members - 1;
    assertThat(journal)
        .filteredOn(entry -> TAKES_A_VOTER.contains(entry.reason()))
        .allSatisfy(
            entry ->
                assertThat(healthyVoters(entry))
                    .as("I2: healthy voters at " + entry)
                    .isGreaterThanOrEqualTo(remaining / 2 + 1));
  }

  private static int healthyVoters(JournalEntry entry) {
    return Integer.parseInt(entry.evidence().getOrDefault("healthyVoters", "0"));
  }

  private static void oneChange(List<JournalEntry> journal) {
    Optional<JournalEntry> open = Optional.empty();
    for (JournalEntry entry : journal) {
      switch (entry.decision()) {
        case "ISSUE_INSTRUCTION" -> {
          assertThat(open).as("I3: open when " + entry + " was issued").isEmpty();
          open = Optional.of(entry);
        }
        case "CLOSE_OPERATION" -> {
          assertThat(open).as("I3: open when " + entry + " was closed").isPresent();
          open = Optional.empty();
        }
        case "COMMIT_RECOVERY" -> open = Optional.empty();
        default -> {}
      }
    }
  }

  private static void acknowledgedSurvives(Stage stage) {
    stage.writers().forEach(writer -> writer.stopAndVerify(stage.anyEtcd()));
  }
}
