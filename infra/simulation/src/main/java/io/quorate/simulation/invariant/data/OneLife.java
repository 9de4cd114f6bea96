package io.quorate.simulation.invariant.data;

import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.judge.Generations;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.Workload;
import java.util.Optional;

/**
 * I1: when a generation is named, nothing of the one before lives or can start by itself: no etcd
 * of it runs, and no voter's directory of it stands in etcd's path. No etcd of it ever runs again,
 * and none answers what was asked since.
 */
public final class OneLife implements Invariant {
  private final SimCluster simCluster;
  private final Generations generations;
  private Optional<String> broken = Optional.empty();

  public OneLife(SimCluster simCluster, Generations generations) {
    this.simCluster = simCluster;
    this.generations = generations;
    generations.onNext(this::named);
    simCluster.clients().onAnswer(this::answered);
  }

  @Override
  public String name() {
    return "I1 ONE_LIFE";
  }

  private void named(Generations.Begun before, Generations.Begun next) {
    for (SimNode node : simCluster.fleet().nodes()) {
      String where = node.machine().instance().id().value();
      String when = "when generation " + next.bootstrap().generation() + " was named, ";
      if (runs(node, before.cluster())) {
        breaks(when + "an etcd of the one before ran on " + where);
      }
    }
    for (MemberId voter : generations.voters()) {
      generations
          .home(voter)
          .filter(node -> !node.machine().destroyed())
          .filter(node -> node.machine().hasInPath(before.cluster()))
          .ifPresent(
              node ->
                  breaks(
                      "when generation "
                          + next.bootstrap().generation()
                          + " was named, the directory of voter "
                          + voter
                          + " stood in etcd's path on "
                          + node.machine().instance().id()));
    }
  }

  private static boolean runs(SimNode node, EtcdClusterId cluster) {
    return node.machine()
        .etcd()
        .filter(process -> process.exited().isEmpty())
        .flatMap(ModelProcess::memberView)
        .map(MemberView::cluster)
        .filter(cluster::equals)
        .isPresent();
  }

  private void answered(Workload.Told told) {
    generations
        .of(told.cluster())
        .flatMap(generations::after)
        .filter(next -> next.at() < told.askedAt())
        .ifPresent(
            next ->
                breaks(
                    "cluster "
                        + told.cluster()
                        + " answered at revision "
                        + told.revision()
                        + " what was asked after generation "
                        + next.bootstrap().generation()
                        + " was named"));
  }

  private void breaks(String why) {
    if (broken.isEmpty()) {
      broken = Optional.of(why);
    }
  }

  @Override
  public Optional<String> broken() {
    Optional<Generations.Begun> latest = generations.latest();
    for (SimNode node : simCluster.fleet().nodes()) {
      node.machine()
          .etcd()
          .filter(process -> process.exited().isEmpty())
          .flatMap(ModelProcess::memberView)
          .filter(member -> latest.filter(l -> l.cluster().equals(member.cluster())).isEmpty())
          .ifPresent(
              member ->
                  breaks(
                      "member "
                          + member.member()
                          + " of cluster "
                          + member.cluster()
                          + " runs on "
                          + node.machine().instance().id()
                          + ", the latest generation is "
                          + latest.map(Generations.Begun::cluster)));
    }
    return broken;
  }
}
