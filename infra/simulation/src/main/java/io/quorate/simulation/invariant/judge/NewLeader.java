package io.quorate.simulation.invariant.judge;

import io.quorate.etcdmodel.MemberView;
import java.util.Optional;

/** Each leader once, as soon as it has applied all that its log held when it was elected. */
public final class NewLeader {
  private long judgedTerm;
  private long pendingTerm;
  private long pendingIndex;

  /** This leader, where it is one of a later term than all before, and has come so far. */
  public Optional<MemberView> next(Optional<MemberView> leader) {
    Optional<MemberView> later = leader.filter(member -> member.term() > judgedTerm);
    if (later.isEmpty()) {
      return Optional.empty();
    }
    MemberView member = later.get();
    if (pendingTerm != member.term()) {
      pendingTerm = member.term();
      pendingIndex = member.lastIndex();
    }
    if (member.lastTerm() < pendingTerm || member.applied() < pendingIndex) {
      return Optional.empty();
    }
    judgedTerm = pendingTerm;
    return later;
  }
}
