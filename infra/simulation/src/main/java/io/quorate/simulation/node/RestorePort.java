package io.quorate.simulation.node;

import io.quorate.agent.port.NoEtcdProof;
import io.quorate.agent.port.RecoveryPorts;
import io.quorate.agent.port.SnapshotRestore;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.SavedSnapshot;
import io.quorate.model.ClusterUid;
import io.quorate.simulation.bucket.BucketModel.Content;
import io.quorate.simulation.bucket.BucketPort;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.SeededRandom;
import io.quorate.simulation.schedule.SimTransport;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.state.RevokedLeases;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** What an agent takes part in a recovery with, on a modelled machine. */
final class RestorePort implements SnapshotRestore {
  private static final long LEAST_MILLIS = 200;
  private static final long MOST_MILLIS = 4_000;

  private final Machine machine;
  private final EtcdPort etcd;
  private final SimTransport wire;
  private final Scheduler scheduler;
  private final SeededRandom random;
  private final Function<ClusterUid, BucketPort> buckets;

  RestorePort(
      Machine machine,
      EtcdPort etcd,
      SimTransport wire,
      Scheduler scheduler,
      SeededRandom random,
      Function<ClusterUid, BucketPort> buckets) {
    this.machine = machine;
    this.etcd = etcd;
    this.wire = wire;
    this.scheduler = scheduler;
    this.random = random;
    this.buckets = buckets;
  }

  /** All that a recovery needs. */
  RecoveryPorts ports() {
    NoEtcdProof proof =
        own ->
            machine
                .etcd()
                .filter(process -> process.exited().isEmpty())
                .map(process -> "a process of it runs");
    return new RecoveryPorts(this, proof, etcd::disarmNoSpace);
  }

  @Override
  public Result restore(Seed seed) {
    try {
      Optional<SavedSnapshot> kept = machine.disk().kept(seed.sha256());
      if (kept.isPresent()) {
        return restored(seed, kept.get());
      }
      BucketPort bucket = buckets.apply(seed.uid());
      Optional<SnapshotManifest> manifest = bucket.manifest(seed.snapshot());
      Optional<Content.File> file = manifest.flatMap(known -> bucket.file(known.dataKey()));
      if (file.isEmpty() || file.get().spoiled() || !file.get().sha256().equals(seed.sha256())) {
        return new Result.NotRestored("the bucket holds no such file: " + manifest);
      }
      scheduler.sleep(
          random.between("restore " + wire.simProcess().name(), LEAST_MILLIS, MOST_MILLIS));
      return restored(seed, file.get().snapshot());
    } catch (SnapshotStoreException e) {
      return new Result.NotRestored(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public boolean accessControlOn(String directory) {
    return machine
        .disk()
        .find(directory)
        .flatMap(stored -> stored.directory().authEnabled())
        .orElse(false);
  }

  private Result restored(Seed seed, SavedSnapshot snapshot) {
    long bump = seed.targetRevision() - snapshot.revision();
    if (bump <= 0) {
      return new Result.NotRestored("the file ends at or after the target revision");
    }
    ModelDirectory data =
        ModelDirectory.restored(
            snapshot,
            seed.name(),
            new TreeMap<>(Map.of(seed.name(), seed.peerUrl())),
            seed.token(),
            bump);
    return wire.local(
        "restores " + seed.snapshot(),
        () ->
            machine
                .disk()
                .find(seed.directory())
                .<Result>map(
                    stored -> {
                      stored.directory().replaceBy(data);
                      return new Result.Restored(RevokedLeases.NONE);
                    })
                .orElseGet(() -> new Result.NotRestored("its directory is gone")));
  }
}
