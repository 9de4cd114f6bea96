package io.quorate.simulation.invariant.members;

import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.DataComparison;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * I9: no voter is told to leave because its data differ, unless they are other data than raft
 * applied: neither one that is right beside a majority of wrong ones, nor one that was not compared
 * with the others at the same revision.
 */
public final class OnlyWrongLeave extends EventInvariant {
  private final SimCluster simCluster;
  private final Set<MemberId> wrong = new HashSet<>();
  private final Map<InstanceId, Instant> told = new HashMap<>();

  public OnlyWrongLeave(SimWorld world, SimCluster simCluster) {
    super("I9 ONLY_WRONG_LEAVE", world);
    this.simCluster = simCluster;
    world.store().onWrite(this::written);
  }

  /** A voter whose etcd had to take the leader's data meanwhile was wrong when it was compared. */
  public void look() {
    for (SimNode node : simCluster.fleet().nodes()) {
      node.machine()
          .etcd()
          .flatMap(ModelProcess::memberView)
          .filter(view -> view.changed() != 0)
          .map(MemberView::member)
          .ifPresent(wrong::add);
    }
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().equals(Keys.status(simCluster.name())))
        .flatMap(item -> TableRecords.status(item).stream())
        .map(Status::tasks)
        .forEach(tasks -> told(done, tasks.comparison()));
  }

  private void told(StoreModel.Written done, DataComparison comparison) {
    comparison
        .cured()
        .forEach(
            (instance, at) -> {
              if (!at.equals(told.put(instance, at))) {
                judge(done, comparison, instance);
              }
            });
  }

  private void judge(StoreModel.Written done, DataComparison comparison, InstanceId instance) {
    look();
    Optional<MemberId> member =
        comparison.found().stream()
            .flatMap(round -> round.voters().entrySet().stream())
            .filter(voter -> voter.getValue().equals(instance))
            .map(Map.Entry::getKey)
            .findFirst();
    if (member.filter(wrong::contains).isEmpty()) {
      breaks(
          done.by()
              + " tells "
              + instance
              + " to leave for its data, and member "
              + member.map(MemberId::toString).orElse("unknown")
              + " holds what raft applied: "
              + comparison);
    }
  }
}
