package io.quorate.agent.steps;

import io.quorate.agent.port.ListedMembers;
import io.quorate.model.MemberId;
import io.quorate.state.Endpoints;
import io.quorate.state.MemberEntry;
import java.util.List;

/** A member, as etcd has it. */
final class ModelMember {
  final MemberId id;
  final Endpoints endpoints;
  String name;
  boolean learner;
  boolean up;
  long applied;

  ModelMember(MemberId id, String name, Endpoints endpoints, boolean learner, boolean up) {
    this.id = id;
    this.name = name;
    this.endpoints = endpoints;
    this.learner = learner;
    this.up = up;
    this.applied = up ? ModelCluster.FOUNDED : 0;
  }

  MemberEntry entry() {
    return new MemberEntry(id, name, List.of(endpoints.peerUrl()), learner);
  }

  ListedMembers.Listed listed() {
    return new ListedMembers.Listed(
        entry(), name.isEmpty() ? List.of() : List.of(endpoints.clientUrl()));
  }
}
