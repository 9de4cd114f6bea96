package io.quorate.codec;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.Bootstrap;
import io.quorate.state.Endpoints;
import io.quorate.state.GenerationSource;
import io.quorate.state.InitialMember;
import java.util.Map;

/**
 * A bootstrap: a part of the lineage record, and a record of its own in the lineage mirror.
 *
 * <p>Attributes that this schema version does not know are tolerated, and dropped when written
 * back.
 */
public final class BootstrapCodec {
  private BootstrapCodec() {}

  /** The bootstrap as a record of its own. */
  public static Map<String, Object> write(Bootstrap bootstrap) {
    return fields(Schema.builder(version(bootstrap)), bootstrap);
  }

  /** Reads a bootstrap that is a record of its own. */
  public static Bootstrap read(Map<String, Object> attributes, String where) {
    return Schema.read(attributes, where, Schema.LINEAGE_WITH_SOURCE, BootstrapCodec::nested);
  }

  static long version(Bootstrap bootstrap) {
    return bootstrap.source().isPresent() ? Schema.LINEAGE_WITH_SOURCE : Schema.VERSION;
  }

  static Map<String, Object> fields(Tree.Builder tree, Bootstrap bootstrap) {
    return tree.with("generation", bootstrap.generation().value())
        .with("clusterToken", bootstrap.clusterToken())
        .with("clusterId", bootstrap.clusterId())
        .with("nonce", bootstrap.nonce())
        .with("decidedAt", bootstrap.decidedAt())
        .with("voters", bootstrap.voters().stream().map(BootstrapCodec::voter).toList())
        .withOptional("source", bootstrap.source().map(BootstrapCodec::source))
        .build();
  }

  static Bootstrap nested(Tree tree) {
    return new Bootstrap(
        new Generation(tree.number("generation")),
        tree.string("clusterToken"),
        tree.value("clusterId", EtcdClusterId::parse),
        tree.trees("voters").stream().map(BootstrapCodec::voter).toList(),
        tree.string("nonce"),
        tree.instant("decidedAt"),
        tree.optionalTree("source").map(BootstrapCodec::source));
  }

  private static Map<String, Object> source(GenerationSource source) {
    return Tree.builder()
        .with("parent", source.parent().value())
        .with("snapshot", source.snapshot())
        .with("sha256", source.sha256())
        .with("forkRevision", source.forkRevision())
        .with("targetRevision", source.targetRevision())
        .with("recovery", source.recovery())
        .build();
  }

  private static GenerationSource source(Tree tree) {
    return new GenerationSource(
        new Generation(tree.number("parent")),
        tree.value("snapshot", SnapshotId::new),
        tree.string("sha256"),
        tree.number("forkRevision"),
        tree.number("targetRevision"),
        tree.string("recovery"));
  }

  private static Map<String, Object> voter(InitialMember voter) {
    return Tree.builder()
        .with("instance", voter.instance())
        .with("memberId", voter.memberId())
        .with("peerUrl", voter.endpoints().peerUrl())
        .with("clientUrl", voter.endpoints().clientUrl())
        .with("zone", voter.zone())
        .with("diskId", voter.diskId())
        .build();
  }

  private static InitialMember voter(Tree tree) {
    return new InitialMember(
        tree.value("instance", InstanceId::new),
        tree.value("memberId", MemberId::parse),
        new Endpoints(tree.string("peerUrl"), tree.string("clientUrl")),
        tree.string("zone"),
        tree.string("diskId"));
  }
}
