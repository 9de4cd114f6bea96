package io.quorate.codec;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProvenMembership;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The member list that a quorum last proved, within the status record. */
final class ProvenMembershipCodec {
  private ProvenMembershipCodec() {}

  static Map<String, Object> write(ProvenMembership proven) {
    return Tree.builder()
        .with("generation", proven.generation().value())
        .with("clusterId", proven.clusterId())
        .with("members", proven.members().stream().map(entry -> entry(proven, entry)).toList())
        .with("removed", proven.removed().stream().map(MemberId::toString).toList())
        .with("raftTerm", proven.raftTerm())
        .with("raftIndex", proven.raftIndex())
        .with("reportedBy", proven.reportedBy())
        .with("since", proven.since())
        .build();
  }

  private static Map<String, Object> entry(ProvenMembership proven, MemberEntry entry) {
    Map<String, Object> fields = new LinkedHashMap<>(MemberCodec.entry(entry));
    Optional.ofNullable(proven.holders().get(entry.id()))
        .ifPresent(holder -> fields.put("instance", holder.value()));
    return fields;
  }

  static ProvenMembership read(Tree tree) {
    Map<MemberId, InstanceId> holders = new HashMap<>();
    for (Tree member : tree.trees("members")) {
      member
          .optionalValue("instance", InstanceId::new)
          .ifPresent(holder -> holders.put(MemberCodec.entry(member).id(), holder));
    }
    return new ProvenMembership(
        new Generation(tree.number("generation")),
        tree.value("clusterId", EtcdClusterId::parse),
        tree.trees("members").stream().map(MemberCodec::entry).toList(),
        holders,
        tree.strings("removed").stream().map(MemberId::parse).toList(),
        tree.number("raftTerm"),
        tree.number("raftIndex"),
        tree.value("reportedBy", InstanceId::new),
        tree.instant("since"));
  }
}
