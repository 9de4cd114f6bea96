package io.quorate.cli.render;

import io.quorate.codec.Tree;
import io.quorate.controller.plan.recovery.RecoveryProposal;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import io.quorate.recovery.Approval;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The plan of a recovery that an operator can approve, as text and as a tree. */
public final class RecoveryProposalText {
  private RecoveryProposalText() {}

  /**
   * For people.
   *
   * @param options the command's options, to be typed again
   */
  public static String of(
      ClusterName cluster, ClusterView view, RecoveryProposal plan, String options) {
    StringBuilder out = new StringBuilder();
    line(out, "generation", plan.generation() + " ends, the next one begins");
    plan.holders()
        .forEach(
            (instance, proof) ->
                line(
                    out,
                    "holder",
                    instance
                        + " "
                        + end(plan, instance).map(Enum::name).orElse("UNKNOWN")
                        + ": "
                        + proof));
    if (plan.objections().isEmpty()) {
      line(out, "source", source(view, plan));
      line(out, "lost", plan.loss());
      plan.cautions().forEach(caution -> line(out, "caution", caution));
      line(out, "hash", plan.hash());
      out.append(
          """

          Nothing was changed. What is FENCED is stopped for good, and its directory archived; what is
          ACCEPTED_LOST is terminated, whatever it holds; what is FORGOTTEN by EC2 is gone, you say. To
          begin:

            quorate recover approve %s --hash %s%s --wait
          """
              .formatted(cluster, plan.hash(), options));
    } else {
      plan.objections().forEach(why -> line(out, "not now", why));
    }
    return out.toString();
  }

  /** For programs. */
  public static Map<String, Object> json(
      ClusterName cluster, ClusterView view, RecoveryProposal plan) {
    Tree.Builder holders = Tree.builder();
    plan.holders()
        .forEach(
            (instance, proof) ->
                holders.with(
                    instance.value(),
                    Tree.builder()
                        .with("proof", proof)
                        .withOptional("end", end(plan, instance))
                        .build()));
    return Tree.builder()
        .with("cluster", cluster)
        .with("generation", plan.generation().value())
        .with("holders", holders.build())
        .with("source", plan.source().map(it -> it.snapshot().value()).orElse("DISKS"))
        .withOptional("sourceRevision", plan.source().map(it -> it.revision()))
        .withOptional(
            "sourceAgeSeconds",
            plan.source().map(it -> Duration.between(it.takenAt(), view.observedAt()).toSeconds()))
        .with("revisionSeen", plan.revisionSeen())
        .with("loss", plan.loss())
        .with("hash", plan.hash())
        .with("cautions", plan.cautions())
        .with("objections", plan.objections())
        .build();
  }

  private static Optional<Approval.End> end(
      RecoveryProposal plan, io.quorate.model.InstanceId instance) {
    return Optional.ofNullable(plan.ends().get(instance));
  }

  private static String source(ClusterView view, RecoveryProposal plan) {
    return plan.source()
        .map(
            it ->
                "snapshot "
                    + it.snapshot()
                    + " at revision "
                    + it.revision()
                    + ", taken "
                    + Duration.between(it.takenAt(), view.observedAt()).toSeconds()
                    + " s ago")
        .orElse(
            "the best of the disks that are left, salvaged, or a snapshot that reaches farther");
  }

  private static void line(StringBuilder out, String name, String value) {
    out.append(String.format(Locale.ROOT, "%-12s %s%n", name, value));
  }
}
