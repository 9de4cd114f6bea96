package io.quorate.memory;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.Birth;
import io.quorate.store.LineageArchive;
import java.util.HashMap;
import java.util.Map;

/** The lineage archive in memory. */
public final class InMemoryLineageArchive implements LineageArchive {
  private final Map<ClusterName, ClusterUid> claims = new HashMap<>();
  private final Map<String, Birth> births = new HashMap<>();

  @Override
  public synchronized Twin record(ClusterName cluster, ClusterUid uid, Birth birth) {
    ClusterUid holder = claims.computeIfAbsent(cluster, name -> uid);
    if (!holder.equals(uid)) {
      return new Twin.OtherCluster(holder.value());
    }
    Birth there = births.computeIfAbsent(uid + "/" + birth.generation(), key -> birth);
    return there.nonce().equals(birth.nonce())
        ? new Twin.Recorded()
        : new Twin.OtherBirth(there.nonce());
  }
}
