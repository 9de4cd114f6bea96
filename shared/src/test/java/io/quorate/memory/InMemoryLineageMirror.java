package io.quorate.memory;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.state.Bootstrap;
import io.quorate.state.LostBootstrap;
import io.quorate.state.MirroredGeneration;
import io.quorate.state.MirroredLineage;
import io.quorate.store.LineageMirror;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The lineage mirror in memory. */
public final class InMemoryLineageMirror implements LineageMirror {
  private final Map<ClusterName, ClusterUid> claims = new HashMap<>();
  private final Map<String, MirroredGeneration> generations = new HashMap<>();

  @Override
  public Result record(ClusterName cluster, ClusterUid uid, Bootstrap bootstrap) {
    return record(
        cluster,
        uid,
        bootstrap,
        there -> there instanceof Bootstrap own && own.nonce().equals(bootstrap.nonce()));
  }

  @Override
  public Result recordLost(ClusterName cluster, ClusterUid uid, LostBootstrap ancestor) {
    return record(cluster, uid, ancestor, there -> there.fork().equals(ancestor.fork()));
  }

  private synchronized Result record(
      ClusterName cluster,
      ClusterUid uid,
      MirroredGeneration wanted,
      Predicate<MirroredGeneration> same) {
    ClusterUid holder = claims.computeIfAbsent(cluster, name -> uid);
    if (!holder.equals(uid)) {
      return new Result.OtherCluster(holder.value());
    }
    MirroredGeneration there =
        generations.computeIfAbsent(uid + "/" + wanted.generation(), key -> wanted);
    return same.test(there) ? new Result.Recorded() : Result.OtherBootstrap.of(there);
  }

  /** The bucket loses all that it holds of a cluster. */
  public synchronized void lose(ClusterName cluster) {
    Optional.ofNullable(claims.remove(cluster))
        .ifPresent(uid -> generations.keySet().removeIf(key -> key.startsWith(uid + "/")));
  }

  @Override
  public synchronized Optional<MirroredLineage> read(ClusterName cluster) {
    return Optional.ofNullable(claims.get(cluster))
        .map(
            uid ->
                new MirroredLineage(
                    uid,
                    Stream.iterate(Generation.FIRST, Generation::next)
                        .map(generation -> generations.get(uid + "/" + generation))
                        .takeWhile(Objects::nonNull)
                        .toList()));
  }
}
