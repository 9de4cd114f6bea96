package io.quorate.codec;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProvenMembership;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The member list that a quorum last proved: each member stands beside its instance. */
final class ProvenMembershipForm {
  private ProvenMembershipForm() {}

  private record Held(@Wire.Inline MemberEntry entry, Optional<InstanceId> instance) {}

  private record Stored(
      Generation generation,
      EtcdClusterId clusterId,
      List<Held> members,
      List<MemberId> removed,
      long raftTerm,
      long raftIndex,
      InstanceId reportedBy,
      Instant since) {}

  static Map<String, Object> write(ProvenMembership proven) {
    List<Held> members =
        proven.members().stream()
            .map(entry -> new Held(entry, Optional.ofNullable(proven.holders().get(entry.id()))))
            .toList();
    return RecordForm.of(Stored.class)
        .attributes(
            new Stored(
                proven.generation(),
                proven.clusterId(),
                members,
                proven.removed(),
                proven.raftTerm(),
                proven.raftIndex(),
                proven.reportedBy(),
                proven.since()));
  }

  static ProvenMembership read(Tree tree) {
    Stored stored = (Stored) RecordForm.of(Stored.class).readFrom(tree.values(), tree.where());
    Map<MemberId, InstanceId> holders = new HashMap<>();
    for (Held member : stored.members()) {
      member.instance().ifPresent(holder -> holders.put(member.entry().id(), holder));
    }
    return new ProvenMembership(
        stored.generation(),
        stored.clusterId(),
        stored.members().stream().map(Held::entry).toList(),
        holders,
        stored.removed(),
        stored.raftTerm(),
        stored.raftIndex(),
        stored.reportedBy(),
        stored.since());
  }
}
