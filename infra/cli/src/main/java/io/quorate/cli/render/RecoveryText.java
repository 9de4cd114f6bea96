package io.quorate.cli.render;

import io.quorate.codec.Codecs;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.recovery.Approval;
import io.quorate.recovery.CommittedGeneration;
import io.quorate.recovery.PassedOver;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.recovery.RecoveryTrial;
import io.quorate.recovery.Salvage;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A recovery, as text and as a tree. */
public final class RecoveryText {
  private RecoveryText() {}

  /** For people. */
  public static String of(Optional<Recovery> recovery) {
    return recovery.map(RecoveryText::lines).orElse("no recovery was ever needed\n");
  }

  /** For programs: the record, under the cluster's name. */
  public static Map<String, Object> json(ClusterName cluster, Optional<Recovery> recovery) {
    return Tree.builder()
        .with("cluster", cluster)
        .withOptional("recovery", recovery.map(Codecs.RECOVERY::write))
        .build();
  }

  /** How a recovery goes, in a line. */
  public static String progress(Recovery recovery) {
    return recovery.id()
        + " is "
        + recovery.state()
        + recovery.trial().map(trial -> " on " + trial.candidate()).orElse("");
  }

  private static String lines(Recovery recovery) {
    StringBuilder out = new StringBuilder();
    line(out, "recovery", recovery.id());
    line(out, "state", recovery.state() + " since " + recovery.stateSince());
    String seen = "generation " + recovery.generation() + ", seen at " + recovery.since();
    switch (recovery.action()) {
      case RESEED -> line(out, "lost", seen);
      case ROLLBACK -> line(out, "rolled back", seen);
      case IMPORT -> line(out, "begun", "with a snapshot, at " + recovery.since());
      case HIBERNATE -> line(out, "hibernates", seen);
    }
    recovery.source().map(RecoveryText::source).ifPresent(text -> line(out, "source", text));
    recovery.trial().map(RecoveryText::trial).ifPresent(text -> line(out, "trial", text));
    recovery.tryAfter().ifPresent(at -> line(out, "next trial", "after " + at));
    recovery.committed().map(RecoveryText::next).ifPresent(text -> line(out, "next", text));
    recovery.approval().map(RecoveryText::approval).ifPresent(text -> line(out, "approved", text));
    recovery.note().ifPresent(text -> line(out, "note", text));
    for (PassedOver bad : recovery.passedOver()) {
      line(out, "passed over", bad.snapshot() + ": " + bad.because());
    }
    for (Salvage made : recovery.salvages()) {
      String detail = made.detail().isEmpty() ? "" : ": " + made.detail();
      line(
          out,
          "salvage",
          made.snapshot() + " of the disk of " + made.instance() + ", " + made.state() + detail);
    }
    new TreeMap<>(recovery.holders())
        .forEach((instance, proof) -> line(out, "ended", instance + ": " + proof));
    return out.toString();
  }

  private static String source(RecoverySource source) {
    return "snapshot "
        + source.snapshot()
        + " at revision "
        + source.revision()
        + ", taken at "
        + source.takenAt();
  }

  private static String trial(RecoveryTrial trial) {
    return trial.number()
        + " on "
        + trial.candidate()
        + trial.failed().map(why -> ", not made: " + why).orElse("");
  }

  private static String approval(Approval approval) {
    return "by "
        + approval.by()
        + " at "
        + approval.at()
        + ", hash "
        + approval.hash()
        + ", source "
        + approval
            .source()
            .map(it -> "snapshot " + it.snapshot())
            .orElse("the disks that are left");
  }

  private static String next(CommittedGeneration next) {
    return "generation "
        + next.generation()
        + " from revision "
        + next.targetRevision()
        + "; "
        + next.loss();
  }

  private static void line(StringBuilder out, String name, String value) {
    out.append(String.format(java.util.Locale.ROOT, "%-12s %s%n", name, value));
  }
}
