package io.quorate.etcdmodel.differential;

import io.quorate.etcdmodel.Member;
import io.quorate.etcdmodel.MemberSnapshot;
import io.quorate.etcdmodel.ModelProcess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** How the modelled cluster stands: what decides how long to wait and how to go on. */
final class ModelState {
  private final ModelSide model;

  ModelState(ModelSide model) {
    this.model = model;
  }

  /** Whether a leader reaches a quorum. */
  boolean led() {
    return model
        .seen()
        .leader()
        .filter(l -> !model.isCut(l))
        .flatMap(model.seen()::view)
        .map(MemberSnapshot::members)
        .filter(this::quorumReached)
        .isPresent();
  }

  private boolean quorumReached(List<Member> members) {
    List<Integer> voters = Generator.listed(members.stream().filter(m -> !m.learner()).toList());
    return voters.stream().filter(this::reached).count() * 2 > voters.size();
  }

  private boolean reached(int place) {
    return model.seen().view(place).isPresent() && !model.isCut(place);
  }

  private boolean frozen(int place) {
    return model.seen().process(place).filter(ModelProcess::frozen).isPresent();
  }

  boolean healthy(Collection<Integer> listed) {
    long running = listed.stream().filter(this::reached).count();
    boolean frozen = listed.stream().anyMatch(this::frozen);
    return model.seen().leader().isPresent() && !frozen && running * 2 > listed.size();
  }

  List<Op> mending() {
    List<Op> ops = new ArrayList<>();
    for (int place = 0; place < Place.COUNT; place++) {
      if (model.isCut(place)) {
        ops.add(new Op(Op.Kind.MEND, 0, place));
      }
      if (frozen(place)) {
        ops.add(new Op(Op.Kind.THAW, 0, place));
      }
    }
    return ops;
  }
}
