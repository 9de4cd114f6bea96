package io.quorate.simulation.invariant.data;

import io.quorate.codec.Codecs;
import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.SavedSnapshot;
import io.quorate.model.MemberId;
import io.quorate.recovery.Recovery;
import io.quorate.simulation.bucket.BucketModel;
import io.quorate.simulation.invariant.judge.Generations;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.NewLeader;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.simulation.world.Workload;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.state.GenerationSource;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * I5 with recoveries: a generation begins with every acknowledged write that a disk of a voter, or
 * a snapshot of the one before, still held, and with its whole source; every leader of it has all
 * of those, and all that it acknowledged since. What was found to differ from a majority's data,
 * disk or snapshot, only an operator takes. A rollback gives up what was written since its
 * snapshot, for good: no later generation brings it back, unless another rollback does. What is
 * called a hibernation gives up nothing.
 */
public final class KeptAcross implements Invariant {
  private final SimWorld world;
  private final SimCluster simCluster;
  private final Generations generations;
  private final Set<String> held = new HashSet<>();
  private final Set<String> base = new HashSet<>();
  private final Set<String> givenUp = new HashSet<>();
  private Optional<String> broken = Optional.empty();
  private NewLeader newLeader = new NewLeader();

  public KeptAcross(SimWorld world, SimCluster simCluster, Generations generations) {
    this.world = world;
    this.simCluster = simCluster;
    this.generations = generations;
    generations.onNext(this::named);
    simCluster.clients().onAnswer(this::answered);
  }

  @Override
  public String name() {
    return "I5 KEPT_ACROSS";
  }

  /**
   * What the snapshots held that stood in the bucket when the recovery began: a bucket that does
   * not answer is waited for.
   */
  private void stood(Generations.Begun before) {
    Instant begun = begun();
    manifests(before, stored -> stored.modified().isBefore(begun))
        .filter(world.bucket()::whole)
        .filter(manifest -> !world.bucket().differs(manifest))
        .flatMap(manifest -> world.bucket().uploaded(manifest).stream())
        .forEach(data -> held.addAll(data.keys()));
  }

  private Stream<SnapshotManifest> manifests(
      Generations.Begun of, Predicate<BucketModel.Stored> which) {
    return world.bucket().under(simCluster.name() + "/").values().stream()
        .filter(which)
        .map(BucketModel.Stored::content)
        .filter(BucketModel.Content.Manifest.class::isInstance)
        .map(content -> ((BucketModel.Content.Manifest) content).manifest())
        .filter(manifest -> manifest.etcdClusterId().equals(of.cluster()));
  }

  private Instant begun() {
    return recovery().map(Recovery::since).orElse(Instant.MIN);
  }

  private Optional<Recovery> recovery() {
    Key key = Keys.recovery(simCluster.name());
    return Optional.ofNullable(world.store().tables().read(List.of(key)).get(key))
        .map(record -> Codecs.RECOVERY.read(record.attributes(), "recovery"));
  }

  private void named(Generations.Begun before, Generations.Begun next) {
    held.clear();
    Optional<SnapshotManifest> manifest =
        next.bootstrap()
            .source()
            .map(GenerationSource::snapshot)
            .flatMap(id -> world.bucket().manifest(simCluster.name(), id));
    Set<String> keys =
        manifest.flatMap(world.bucket()::uploaded).map(SavedSnapshot::keys).orElse(Set.of());
    if (rollsBack(manifest)) {
      givenUp.addAll(simCluster.clients().acknowledged());
      givenUp.removeAll(keys);
    } else {
      holds(before);
    }
    if (recovery().filter(Recovery::hibernates).isPresent()) {
      held.addAll(simCluster.clients().acknowledged());
      held.removeAll(givenUp);
    }
    Set<String> missing = new TreeSet<>(simCluster.clients().acknowledged());
    missing.retainAll(held);
    missing.removeAll(keys);
    if (broken.isEmpty() && !missing.isEmpty()) {
      broken =
          Optional.of(
              begins(next, manifest)
                  + ", which lacks "
                  + missing.size()
                  + " acknowledged writes that a voter's disk or another snapshot holds, the first "
                  + missing.iterator().next());
    }
    Set<String> back = new TreeSet<>(keys);
    back.retainAll(givenUp);
    if (broken.isEmpty() && !back.isEmpty()) {
      broken =
          Optional.of(
              begins(next, manifest)
                  + ", which brings back "
                  + back.size()
                  + " writes that a rollback gave up, the first "
                  + back.iterator().next());
    }
    base.clear();
    base.addAll(keys);
    held.removeAll(keys);
    newLeader = new NewLeader();
    simCluster.clients().serves(next.cluster(), keys);
  }

  private static String begins(Generations.Begun next, Optional<SnapshotManifest> manifest) {
    return "generation "
        + next.bootstrap().generation()
        + " begins with snapshot "
        + manifest.map(SnapshotManifest::id);
  }

  /** An operator named the very snapshot: what was written since is given up. */
  private boolean rollsBack(Optional<SnapshotManifest> manifest) {
    return manifest.map(SnapshotManifest::id).filter(simCluster::wanted).isPresent()
        && recovery().filter(Recovery::rollsBack).isPresent();
  }

  /** What a snapshot that stood, or a voter's disk, holds of the one before. */
  private void holds(Generations.Begun before) {
    stood(before);
    Set<MemberId> differing =
        manifests(before, stored -> true)
            .filter(world.bucket()::differs)
            .map(SnapshotManifest::member)
            .collect(Collectors.toSet());
    for (MemberId voter : generations.voters()) {
      generations
          .home(voter)
          .filter(node -> !differing.contains(voter))
          .filter(node -> !node.machine().destroyed() && !node.dataRolledBack())
          .map(SimNode::machine)
          .flatMap(machine -> machine.dataOf(before.cluster(), voter))
          .filter(directory -> !directory.isCorrupt())
          .flatMap(ModelDirectory::salvaged)
          .ifPresent(data -> held.addAll(data.keys()));
    }
  }

  /** An answer on its way when its generation ended is no promise that could still be kept. */
  private void answered(Workload.Told told) {
    boolean late =
        generations.latest().filter(latest -> !latest.cluster().equals(told.cluster())).isPresent();
    told.written()
        .filter(key -> late && held.contains(key) && broken.isEmpty())
        .ifPresent(
            key ->
                broken =
                    Optional.of(
                        "write "
                            + key
                            + " was acknowledged late, a voter's disk held it, and the next"
                            + " generation lacks it"));
  }

  @Override
  public Optional<String> broken() {
    Optional<String> read = simCluster.clients().broken();
    if (broken.isPresent() || read.isPresent()) {
      return broken.or(() -> read);
    }
    return newLeader.next(generations.leader()).flatMap(this::missing);
  }

  @Override
  public Optional<String> brokenAtEnd() {
    return generations.leader().flatMap(this::missing);
  }

  private Optional<String> missing(MemberView leader) {
    Set<String> missing = new TreeSet<>(base);
    missing.addAll(simCluster.clients().acknowledged());
    missing.removeIf(leader::has);
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "leader "
                + leader.member()
                + " of term "
                + leader.term()
                + " lacks "
                + missing.size()
                + " keys of its source or acknowledged writes, the first "
                + missing.iterator().next());
  }
}
