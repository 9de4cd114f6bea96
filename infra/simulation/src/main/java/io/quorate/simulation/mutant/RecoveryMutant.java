package io.quorate.simulation.mutant;

import static io.quorate.simulation.mutant.Planting.bug;

import io.quorate.simulation.faults.Profile;
import java.util.Optional;

/** Bugs planted where a lost cluster is brought back. */
public enum RecoveryMutant implements Mutant {
  /** The next generation begins a little above its source, whatever was seen since. */
  BUMP_ABOVE_THE_SOURCE(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/recovery/NextGeneration.java",
          "Math.max(revision, RevisionsSeen.highest(clusterState))",
          "revision")),
  /** A node whose directory is lost counts as empty, though its etcd still runs. */
  OVERLOOK_AN_ORPHAN(
      bug(
          "node-agent/src/main/java/io/quorate/agent/run/HoldingWatch.java",
          "DataHoldingRule.of(journal, pathEmpty(), with.noEtcd().doubt(own))",
          "DataHoldingRule.of(journal, pathEmpty(), Optional.empty())")),
  /** A holder that is silent is gone. */
  TAKE_SILENCE_FOR_GONE(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/recovery/HolderProof.java",
          "return new HolderEnd.Unknown(",
          "return new HolderEnd.Gone(instance, \"silent\", Optional.empty());\n    }\n    if"
              + " (row.sequence() < 0) {\n      return new HolderEnd.Unknown(")),
  /** Of the fenced directories the one with the shortest log is salvaged. */
  TAKE_THE_SHORTEST_LOG(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/recovery/Salvages.java",
          ".max(BY_LOG)",
          ".min(BY_LOG)")),
  /** Every snapshot goes before the directories that are left. */
  PREFER_A_SNAPSHOT(
      bug(
          new Golden("snapshot-before-the-longer-log.txt", "I5 KEPT_ACROSS"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/recovery/Salvages.java",
          "return salvaged ? order >= 0 : order > 0;",
          "return true;")),
  /** The next generation begins though nobody knows what became of some holders. */
  BEGIN_BESIDE_UNKNOWN_HOLDERS(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/recovery/HoldersAwaited.java",
          "if (begun.isPresent() ? holders.allEnded() : holders.allGone()) {",
          "if (begun.isPresent() || holders.allGone() || !holders.gone().isEmpty()) {")),
  /** The node that seeds is not recorded as one that has data. */
  FORGET_THE_SEEDER(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/Recover.java",
          "closed.withTasks(read.tasks().ofNextGeneration()).withData(holders)",
          "closed.withTasks(read.tasks().ofNextGeneration())")),
  /** A source that a trial proved bad is tried again and again. */
  TRY_A_BAD_SOURCE_AGAIN(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/recovery/TrialWatch.java",
          "BAD.equals(outcome.values().get(VERDICT))",
          "BAD.equals(outcome.taskId())")),
  /** The source with the highest raft term is the best one, whatever its generation. */
  COMPARE_TERMS_ACROSS_GENERATIONS(
      bug(
          new Golden("older-generation-with-a-higher-term.txt", "I5 KEPT_ACROSS"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/recovery/EligibleSources.java",
          "Comparator.comparing((SnapshotRecord record) -> record.id().generation())\n"
              + "          .thenComparingLong(record -> record.manifest().position().raftTerm())",
          "Comparator.comparingLong(\n"
              + "              (SnapshotRecord record) -> record.manifest().position().raftTerm())")),
  /** What was written after a rollback's snapshot is restored, should nothing newer be there. */
  RESTORE_AN_ABANDONED_BRANCH(
      bug(
          new Golden("everything-lost-after-a-rollback.txt", "I5 KEPT_ACROSS"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/recovery/EligibleSources.java",
          ".filter(bound -> manifest.position().upperRevision() <= bound)",
          ".filter(bound -> bound >= 0)")),
  /** A bucket that knows the name of another cluster keeps no new one from beginning. */
  BEGIN_ANEW_ON_AN_EMPTIED_TABLE(
      bug(
          new Golden("applied-anew-on-an-emptied-table.txt", "I5 REVISIONS_RISE"),
          "shared/src/main/java/io/quorate/s3/S3LineageMirror.java",
          "if (!holder.equals(uid.value())) {",
          "if (holder.isEmpty()) {")),
  /** Where nobody recorded who holds data, those that are known are all. */
  TAKE_FORGOTTEN_HOLDERS_FOR_GONE(
      bug(
          new Golden("holders-forgotten-with-the-table.txt", "I1 ONE_LIFE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/recovery/FenceSet.java",
          "if (!recorded && !approved().noOtherHolder()) {",
          "if (!recorded && holders.size() > 1_000) {")),
  /** A member whose generation is over may start again. */
  LET_AN_OLD_LIFE_RETURN(
      bug(
          "node-agent/src/main/java/io/quorate/agent/steps/Fencing.java",
          "    context.journalStore().change(edit -> edit.seen(token).fenced(fence));\n",
          "    context.journalStore().change(edit -> edit.seen(token));\n"));

  @SuppressWarnings("ImmutableEnumChecker") // Strings, and another bug.
  private final Planting planting;

  RecoveryMutant(Planting planting) {
    this.planting = planting;
  }

  @Override
  public Planting planting() {
    return planting;
  }

  @Override
  public Optional<Profile> profile() {
    return Optional.of(Profile.RECOVERY);
  }
}
