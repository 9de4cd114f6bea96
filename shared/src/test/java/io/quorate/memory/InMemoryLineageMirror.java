package io.quorate.memory;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.state.Bootstrap;
import io.quorate.state.MirroredLineage;
import io.quorate.store.LineageMirror;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The lineage archive in memory. */
public final class InMemoryLineageMirror implements LineageMirror {
  private final Map<ClusterName, ClusterUid> claims = new HashMap<>();
  private final Map<String, Bootstrap> bootstraps = new HashMap<>();

  @Override
  public synchronized Result record(ClusterName cluster, ClusterUid uid, Bootstrap bootstrap) {
    ClusterUid holder = claims.computeIfAbsent(cluster, name -> uid);
    if (!holder.equals(uid)) {
      return new Result.OtherCluster(holder.value());
    }
    Bootstrap there =
        bootstraps.computeIfAbsent(uid + "/" + bootstrap.generation(), key -> bootstrap);
    return there.nonce().equals(bootstrap.nonce())
        ? new Result.Recorded()
        : new Result.OtherBootstrap(there.nonce());
  }

  @Override
  public synchronized Optional<MirroredLineage> read(ClusterName cluster) {
    return Optional.ofNullable(claims.get(cluster))
        .map(
            uid ->
                new MirroredLineage(
                    uid,
                    Stream.iterate(Generation.FIRST, Generation::next)
                        .map(generation -> bootstraps.get(uid + "/" + generation))
                        .takeWhile(Objects::nonNull)
                        .toList()));
  }
}
