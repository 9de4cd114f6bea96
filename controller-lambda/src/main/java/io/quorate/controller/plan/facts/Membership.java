package io.quorate.controller.plan.facts;

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
public record Membership(InstanceId witness, List<MemberEntry> entries) {
  public Membership {
    entries = List.copyOf(entries);
  }

  public List<MemberEntry> voters() {
    return entries.stream().filter(entry -> !entry.learner()).toList();
  }

  public List<MemberEntry> learners() {
    return entries.stream().filter(MemberEntry::learner).toList();
  }

  public Optional<MemberEntry> member(MemberId id) {
    return entries.stream().filter(entry -> entry.id().equals(id)).findFirst();
  }

  /** How many voters make a quorum of this many. */
  public static int quorumOf(int voters) {
    return voters / 2 + 1;
  }
}
