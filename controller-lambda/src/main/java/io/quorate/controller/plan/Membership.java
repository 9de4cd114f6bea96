package io.quorate.controller.plan;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;

/**
 * The member list as its best witness told it.
 *
 * @param witness whose etcd it comes from
 * @param entries all members, learners too
 */
record Membership(InstanceId witness, List<MemberEntry> entries) {
  Membership {
    entries = List.copyOf(entries);
  }

  List<MemberEntry> voters() {
    return entries.stream().filter(entry -> !entry.learner()).toList();
  }

  List<MemberEntry> learners() {
    return entries.stream().filter(MemberEntry::learner).toList();
  }

  Optional<MemberEntry> member(MemberId id) {
    return entries.stream().filter(entry -> entry.id().equals(id)).findFirst();
  }

  /** How many voters make a quorum of this many. */
  static int quorumOf(int voters) {
    return voters / 2 + 1;
  }
}
