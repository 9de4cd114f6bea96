package io.quorate.cli.render;

import io.quorate.codec.Tree;
import io.quorate.controller.plan.recovery.Rollback;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import io.quorate.snapshot.SnapshotManifest;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** The plan of a rollback, as text and as a tree. */
public final class RollbackText {
  private RollbackText() {}

  /** For people. */
  public static String of(ClusterName cluster, ClusterView view, Rollback plan) {
    SnapshotManifest manifest = plan.snapshot().manifest();
    StringBuilder out = new StringBuilder();
    line(
        out,
        "snapshot",
        "%s at revision %d, %s"
            .formatted(manifest.id(), manifest.position().revision(), plan.snapshot().state()));
    line(
        out,
        "given up",
        "what was written after %s, %d s ago: %d revisions were reported since"
            .formatted(manifest.takenAt(), age(view, manifest), behind(plan)));
    line(
        out,
        "leases",
        "those that ended since are revoked with their keys (--keep-leases keeps them)");
    line(out, "generation", view.lineage().generation() + " ends, the next one begins");
    plan.ends().forEach((instance, end) -> line(out, "holder", instance + ": " + end));
    if (plan.objections().isEmpty()) {
      line(out, "hash", plan.hash());
      out.append(
          """

          Nothing was changed. All members stop serving until the snapshot is restored. To begin:

            quorate restore %s --snapshot %s --hash %s --wait
          """
              .formatted(cluster, manifest.id(), plan.hash()));
    } else {
      plan.objections().forEach(why -> line(out, "not now", why));
    }
    return out.toString();
  }

  /** For programs. */
  public static Map<String, Object> json(ClusterName cluster, ClusterView view, Rollback plan) {
    SnapshotManifest manifest = plan.snapshot().manifest();
    Tree.Builder ends = Tree.builder();
    plan.ends().forEach((instance, end) -> ends.with(instance.value(), end));
    return Tree.builder()
        .with("cluster", cluster)
        .with("snapshot", manifest.id())
        .with("revision", manifest.position().revision())
        .with("takenAt", manifest.takenAt())
        .with("ageSeconds", age(view, manifest))
        .with("revisionSeen", plan.revisionNow())
        .with("generation", view.lineage().generation().value())
        .with("holders", ends.build())
        .with("hash", plan.hash())
        .with("objections", plan.objections())
        .build();
  }

  private static long age(ClusterView view, SnapshotManifest manifest) {
    return Duration.between(manifest.takenAt(), view.observedAt()).toSeconds();
  }

  private static long behind(Rollback plan) {
    return Math.max(0, plan.revisionNow() - plan.snapshot().manifest().position().revision());
  }

  private static void line(StringBuilder out, String name, String value) {
    out.append(String.format(Locale.ROOT, "%-12s %s%n", name, value));
  }
}
