package io.quorate.agent.steps;

import io.quorate.agent.port.ListedMembers;
import io.quorate.model.MemberId;
import io.quorate.state.Endpoints;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;

/** A member, as etcd has it. */
final class ModelMember {
  final MemberId id;
  final Endpoints endpoints;
  String name;
  boolean learner;
  boolean up;
  long applied;

  /** It gives clients no answer, though etcd counts it as connected. */
  boolean hangs;

  /** Clients do not reach it, though its peers do. */
  boolean deaf;

  /** It takes itself for a learner. */
  boolean learns;

  /** The members when it stopped to apply changes. */
  Optional<List<ListedMembers.Listed>> lagging = Optional.empty();

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
