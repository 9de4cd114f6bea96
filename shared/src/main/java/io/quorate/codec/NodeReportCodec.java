package io.quorate.codec;

import io.quorate.command.Lane;
import io.quorate.model.Generation;
import io.quorate.snapshot.ArchivedLog;
import io.quorate.state.DataHolding;
import io.quorate.state.Fenced;
import io.quorate.state.Interruption;
import io.quorate.state.NodeReport;
import io.quorate.state.OwnCertificates;
import io.quorate.state.PublicKeyProof;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a heartbeat tells beside its member's state; every attribute may be missing. */
final class NodeReportCodec {
  private NodeReportCodec() {}

  static Tree.Builder fields(Tree.Builder tree, NodeReport report) {
    return tree.withOptional(
            "kinds",
            Optional.of(report.kinds())
                .filter(kinds -> !kinds.isEmpty())
                .map(kinds -> String.join(" ", kinds.stream().sorted().toList())))
        .withOptional("holds", report.holds().map(NodeReportCodec::holding))
        .withOptional("hibernating", Optional.of(report.hibernating()).filter(is -> is))
        .withOptional("fenced", report.fenced().map(NodeReportCodec::fenced))
        .withOptional("archived", report.archived().map(NodeReportCodec::archived))
        .withOptional("taskOutcome", report.taskOutcome().map(CommandCodec::outcome))
        .withOptional("taskProgress", report.taskProgress())
        .withOptional(
            "revisionSeen", Optional.of(report.revisionSeen()).filter(revision -> revision > 0))
        .withOptional("interruption", report.interruption().map(NodeReportCodec::interruption))
        .withOptional("publicKey", report.publicKey().map(PublicKeyProof::certificateRequest))
        .withOptional("ownCertificates", report.ownCertificates().map(NodeReportCodec::own));
  }

  static NodeReport read(Tree tree) {
    return new NodeReport(
        tree.optionalString("kinds").map(kinds -> Set.of(kinds.split(" "))).orElse(Set.of()),
        tree.optionalTree("holds").map(NodeReportCodec::holding),
        tree.values().containsKey("hibernating") && tree.flag("hibernating"),
        tree.optionalTree("fenced").map(NodeReportCodec::fenced),
        tree.optionalTree("taskOutcome")
            .map(ended -> CommandCodec.outcome(ended, Lane.MAINTENANCE)),
        tree.optionalString("taskProgress"),
        tree.optionalNumber("revisionSeen").orElse(0L),
        tree.optionalTree("interruption").map(NodeReportCodec::interruption),
        tree.optionalString("publicKey").map(PublicKeyProof::new),
        tree.optionalTree("ownCertificates").map(NodeReportCodec::own),
        tree.optionalTree("archived").map(NodeReportCodec::archived));
  }

  static Map<String, Object> archived(ArchivedLog log) {
    return Tree.builder()
        .with("generation", log.generation().value())
        .with("recoveryId", log.recoveryId())
        .with("directory", log.directory())
        .with("diskId", log.diskId())
        .with("lastTerm", log.lastTerm())
        .with("lastIndex", log.lastIndex())
        .build();
  }

  static ArchivedLog archived(Tree tree) {
    return new ArchivedLog(
        new Generation(tree.number("generation")),
        tree.string("recoveryId"),
        tree.string("directory"),
        tree.string("diskId"),
        tree.number("lastTerm"),
        tree.number("lastIndex"));
  }

  private static Map<String, Object> holding(DataHolding holds) {
    return Tree.builder()
        .with("state", holds.state())
        .withOptional("cause", holds.cause())
        .with("diskId", holds.diskId())
        .build();
  }

  private static DataHolding holding(Tree tree) {
    return new DataHolding(
        tree.constant("state", DataHolding.State.class),
        tree.optionalValue("cause", DataHolding.Cause::valueOf),
        tree.string("diskId"));
  }

  private static Map<String, Object> fenced(Fenced fenced) {
    return Tree.builder()
        .with("generation", fenced.generation().value())
        .with("recoveryId", fenced.recoveryId())
        .with("incarnationNonce", fenced.incarnationNonce())
        .with("lastTerm", fenced.lastTerm())
        .with("lastIndex", fenced.lastIndex())
        .build();
  }

  private static Fenced fenced(Tree tree) {
    return new Fenced(
        new Generation(tree.number("generation")),
        tree.string("recoveryId"),
        tree.string("incarnationNonce"),
        tree.number("lastTerm"),
        tree.number("lastIndex"));
  }

  private static Map<String, Object> own(OwnCertificates own) {
    return Tree.builder()
        .withOptional("notAfter", own.notAfter())
        .withOptional("unfit", own.unfit())
        .build();
  }

  private static OwnCertificates own(Tree tree) {
    return new OwnCertificates(tree.optionalInstant("notAfter"), tree.optionalString("unfit"));
  }

  private static Map<String, Object> interruption(Interruption interruption) {
    return Tree.builder()
        .with("action", interruption.action())
        .with("at", interruption.at())
        .build();
  }

  private static Interruption interruption(Tree tree) {
    return new Interruption(tree.string("action"), tree.instant("at"));
  }
}
