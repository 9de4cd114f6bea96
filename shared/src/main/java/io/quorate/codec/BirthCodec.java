package io.quorate.codec;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Birth;
import io.quorate.state.Endpoints;
import io.quorate.state.Voter;
import java.util.Map;

/**
 * A birth: within the lineage record, and alone as its twin in the archive.
 *
 * <p>Attributes that this schema version does not know are tolerated, and dropped when written
 * back.
 */
public final class BirthCodec {
  private BirthCodec() {}

  /** The birth as a record of its own. */
  public static Map<String, Object> write(Birth birth) {
    return fields(Schema.builder(), birth);
  }

  /** Reads a birth that is a record of its own. */
  public static Birth read(Map<String, Object> attributes, String where) {
    return Schema.read(attributes, where, BirthCodec::nested);
  }

  static Map<String, Object> fields(Tree.Builder tree, Birth birth) {
    return tree.with("generation", birth.generation().value())
        .with("clusterToken", birth.clusterToken())
        .with("clusterId", birth.clusterId())
        .with("nonce", birth.nonce())
        .with("decidedAt", birth.decidedAt())
        .with("voters", birth.voters().stream().map(BirthCodec::voter).toList())
        .build();
  }

  static Birth nested(Tree tree) {
    return new Birth(
        new Generation(tree.number("generation")),
        tree.string("clusterToken"),
        tree.value("clusterId", EtcdClusterId::parse),
        tree.trees("voters").stream().map(BirthCodec::voter).toList(),
        tree.string("nonce"),
        tree.instant("decidedAt"));
  }

  private static Map<String, Object> voter(Voter voter) {
    return Tree.builder()
        .with("instance", voter.instance())
        .with("memberId", voter.memberId())
        .with("peerUrl", voter.endpoints().peerUrl())
        .with("clientUrl", voter.endpoints().clientUrl())
        .with("zone", voter.zone())
        .with("diskNonce", voter.diskNonce())
        .build();
  }

  private static Voter voter(Tree tree) {
    return new Voter(
        tree.value("instance", InstanceId::new),
        tree.value("memberId", MemberId::parse),
        new Endpoints(tree.string("peerUrl"), tree.string("clientUrl")),
        tree.string("zone"),
        tree.string("diskNonce"));
  }
}
