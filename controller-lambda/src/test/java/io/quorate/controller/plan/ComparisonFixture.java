package io.quorate.controller.plan;

import io.quorate.command.CommandKind;
import io.quorate.command.CompareData;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.ComparisonRound;
import io.quorate.state.ComparisonRound.KeyHash;
import io.quorate.state.DataComparison;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A healthy cluster whose voters are compared, each with a hash of its own. */
final class ComparisonFixture {
  final SnapshotFixture snapshots;
  final ClusterFixture cluster;
  final Map<String, Long> hashes = new HashMap<>();
  final Map<String, String> files = new HashMap<>();
  final Set<String> notFirst = new TreeSet<>();
  boolean tellsFiles = true;
  long compactRevision = 12;

  ComparisonFixture(int voters) {
    snapshots = SnapshotFixture.of(voters).spec("interval: off");
    cluster = snapshots.cluster;
    Set<String> names = new TreeSet<>(Set.of(CommandKind.LEAVE.name()));
    CommandKind.of(Lane.MAINTENANCE).forEach(kind -> names.add(kind.name()));
    cluster.actors.values().forEach(node -> node.report = node.report.knowing(names));
    cluster.actors.keySet().forEach(id -> hashes.put(id.value(), 7L));
  }

  /** The status that a plan would store. */
  Plan go() {
    Plan plan = cluster.plan();
    cluster.status = plan.status();
    cluster.now = cluster.now.plus(Duration.ofSeconds(2));
    return plan;
  }

  Optional<CompareData> told() {
    Plan plan = go();
    return plan.decision() instanceof StartCommand start
            && start.command() instanceof CompareData compare
        ? Optional.of(compare)
        : Optional.empty();
  }

  /** The executor of the open command answers what it has. */
  void answer() {
    var open = cluster.status.tasks().open().orElseThrow();
    String executor = open.executor().value();
    snapshots.answers(
        executor,
        Outcome.Result.DONE,
        Map.of(
            CompareData.HASH,
            hashes.getOrDefault(executor, 0L),
            CompareData.REVISION,
            Long.parseLong(open.subject()),
            CompareData.COMPACT_REVISION,
            compactRevision,
            CompareData.FILE,
            files.getOrDefault(executor, "1@1"),
            CompareData.FIRST_FILE,
            !notFirst.contains(executor)),
        "hash " + hashes.get(executor));
  }

  /** Goes on until the round under way has ended. */
  ComparisonRound ends() {
    for (int turn = 0; turn < 60 && comparison().open().isPresent(); turn++) {
      if (cluster.status.tasks().open().isPresent()) {
        answer();
      }
      go();
    }
    return comparison().last().orElseThrow();
  }

  private KeyHash hash(String instance) {
    KeyHash hash = new KeyHash(hashes.getOrDefault(instance, 0L), compactRevision);
    return tellsFiles
        ? hash.of(files.getOrDefault(instance, "1@1"), !notFirst.contains(instance))
        : hash;
  }

  DataComparison comparison() {
    return cluster.status.tasks().comparison();
  }

  /** A round of these instances ended so long ago. */
  ComparisonFixture ended(ComparisonRound.Result result, Duration ago, String... instances) {
    Map<MemberId, InstanceId> voters = new HashMap<>();
    for (String instance : instances) {
      voters.put(cluster.member(instance), new InstanceId(instance));
    }
    ComparisonRound round =
        ComparisonRound.begun("r", Optional.empty(), cluster.now.minus(ago), 40, voters);
    for (String instance : instances) {
      round = round.answered(cluster.member(instance), hash(instance), cluster.now.minus(ago));
    }
    DataComparison next =
        comparison().ended(round.ended(result, "it ended", cluster.now.minus(ago)));
    cluster.status = cluster.status.withTasks(cluster.status.tasks().withComparison(next));
    return this;
  }
}
