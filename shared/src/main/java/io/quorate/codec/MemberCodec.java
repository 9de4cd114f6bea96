package io.quorate.codec;

import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import io.quorate.state.Watermark;
import java.util.Map;

/** The parts of a heartbeat that are about members. */
final class MemberCodec {
  private MemberCodec() {}

  static Map<String, Object> identity(MemberIdentity identity) {
    return Tree.builder()
        .with("uid", identity.uid())
        .with("generation", identity.generation().value())
        .with("clusterId", identity.clusterId())
        .with("memberId", identity.memberId())
        .with("directoryNonce", identity.directoryNonce())
        .build();
  }

  static MemberIdentity identity(Tree tree) {
    return new MemberIdentity(
        tree.value("uid", ClusterUid::new),
        new Generation(tree.number("generation")),
        tree.value("clusterId", EtcdClusterId::parse),
        tree.value("memberId", MemberId::parse),
        tree.string("directoryNonce"));
  }

  static Map<String, Object> status(MemberStatus status) {
    return Tree.builder()
        .with("memberId", status.memberId())
        .with("clusterId", status.clusterId())
        .withOptional("leader", status.leader())
        .with("learner", status.learner())
        .with("revision", status.revision())
        .with("raftTerm", status.raftTerm())
        .with("raftIndex", status.raftIndex())
        .with("raftAppliedIndex", status.raftAppliedIndex())
        .with("dbSizeBytes", status.dbSizeBytes())
        .with("dbInUseBytes", status.dbInUseBytes())
        .with("version", status.version())
        .with("alarms", status.alarms())
        .build();
  }

  static MemberStatus status(Tree tree) {
    return new MemberStatus(
        tree.value("memberId", MemberId::parse),
        tree.value("clusterId", EtcdClusterId::parse),
        tree.optionalValue("leader", MemberId::parse),
        tree.flag("learner"),
        tree.number("revision"),
        tree.number("raftTerm"),
        tree.number("raftIndex"),
        tree.number("raftAppliedIndex"),
        tree.number("dbSizeBytes"),
        tree.number("dbInUseBytes"),
        tree.string("version"),
        tree.strings("alarms"));
  }

  static Map<String, Object> watermark(Watermark watermark) {
    return Tree.builder()
        .with("raftTerm", watermark.term())
        .with("raftIndex", watermark.index())
        .build();
  }

  static Watermark watermark(Tree tree) {
    return new Watermark(tree.number("raftTerm"), tree.number("raftIndex"));
  }

  static Map<String, Object> entry(MemberEntry entry) {
    return Tree.builder()
        .with("id", entry.id())
        .with("name", entry.name())
        .with("peerUrls", entry.peerUrls())
        .with("learner", entry.learner())
        .build();
  }

  static MemberEntry entry(Tree tree) {
    return new MemberEntry(
        tree.value("id", MemberId::parse),
        tree.string("name"),
        tree.strings("peerUrls"),
        tree.flag("learner"));
  }

  static Map<String, Object> peer(PeerView peer) {
    return Tree.builder()
        .with("id", peer.id())
        .with("silentMillis", peer.silentMillis())
        .with("connected", peer.connected())
        .build();
  }

  static PeerView peer(Tree tree) {
    return new PeerView(
        tree.value("id", MemberId::parse), tree.number("silentMillis"), tree.flag("connected"));
  }
}
