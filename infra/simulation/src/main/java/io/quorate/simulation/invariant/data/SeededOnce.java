package io.quorate.simulation.invariant.data;

import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * I11: a member runs on one directory all its life: a generation is restored to be served once, on
 * one node, and whoever lost its directory never comes back under the same id.
 */
public final class SeededOnce implements Invariant {
  private final SimCluster simCluster;
  private final Map<MemberId, ModelDirectory> directories = new HashMap<>();
  private final Map<MemberId, SimNode> homes = new HashMap<>();

  public SeededOnce(SimCluster simCluster) {
    this.simCluster = simCluster;
  }

  @Override
  public String name() {
    return "I11 SEEDED_ONCE";
  }

  @Override
  public Optional<String> broken() {
    for (SimNode node : simCluster.fleet().nodes()) {
      Optional<ModelProcess> process = node.machine().etcd().filter(now -> now.exited().isEmpty());
      Optional<MemberId> member = process.flatMap(ModelProcess::memberView).map(MemberView::member);
      if (member.isEmpty()) {
        continue;
      }
      ModelDirectory on = process.get().spec().directory();
      ModelDirectory first = directories.putIfAbsent(member.get(), on);
      SimNode home = homes.putIfAbsent(member.get(), node);
      boolean elsewhere = home != null && home != node;
      boolean anew = first != null && !first.equals(on) && !node.dataRolledBack();
      if (elsewhere || anew) {
        return Optional.of(
            "member "
                + member.get()
                + " runs on "
                + node.machine().instance().id()
                + " on another directory than before"
                + (elsewhere ? ", and on another machine" : ""));
      }
    }
    return Optional.empty();
  }
}
