package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

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

/** A spec that is changed under a living cluster of three, and what its members make of it. */
final class RollOut {
  private static final Duration ELECTION = Duration.ofSeconds(10);

  private final Stage stage;

  RollOut(Stage stage) {
    this.stage = stage;
  }

  /** Applies the spec with these sections, as an operator does; returns what the command said. */
  String apply(String sections) throws IOException, InterruptedException {
    Path file = stage.deployment.config().home().resolve("rolled-out.yaml");
    Files.writeString(file, StageSpec.yaml(stage.name, 3, Duration.ofMinutes(3), sections));
    Operator.Said applied = new Operator(stage).quorate("apply", "--file", file.toString());
    assertThat(applied.code()).as(applied.said()).isZero();
    return applied.said();
  }

  /** Who was told to restart, by the journal, in order. */
  List<String> restarts() {
    return stage.tables.journal().stream()
        .filter(entry -> entry.reason().equals("SETTINGS_OUTDATED"))
        .sorted(Comparator.comparing(JournalEntry::id))
        .map(entry -> entry.evidence().get("instance"))
        .toList();
  }

  /** The processes of every member's etcd. */
  Map<String, List<Long>> pids() {
    Map<String, List<Long>> pids = new HashMap<>();
    stage.running().forEach(view -> pids.put(view.id(), stage.etcdPids(view)));
    return pids;
  }

  /** The instances whose etcd runs, and is none of these. */
  List<String> restarted(Map<String, List<Long>> before) {
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

  /**
   * Waits for it, and looks all the while whether two etcds run and a quorum serves. A look of two
   * agents may fall into the election that hands the leader over, and the phase is NO_QUORUM until
   * their next look: then a member has to answer once that election is over.
   */
  void underQuorum(String what, BooleanSupplier holds) {
    AwaitCondition.until(
        what,
        Stage.SOON,
        () -> {
          if (stage.status().phase() == Phase.NO_QUORUM) {
            AwaitCondition.until(
                "a member that a quorum lets answer, for the phase is NO_QUORUM",
                ELECTION,
                () -> stage.running().stream().anyMatch(stage::answers));
          }
          assertThat(stage.running().stream().filter(view -> !stage.etcdPids(view).isEmpty()))
              .as("running etcds")
              .hasSizeGreaterThanOrEqualTo(2);
          return holds.getAsBoolean();
        });
  }

  /** Waits until each member runs another etcd than these, and all serve. */
  void awaitAll(Map<String, List<Long>> before) {
    underQuorum("three restarted members", () -> restarted(before).size() == 3);
    stage.awaitHealthy(3);
  }
}
