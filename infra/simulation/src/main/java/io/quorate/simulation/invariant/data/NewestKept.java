package io.quorate.simulation.invariant.data;

import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.store.ArchiveModel;
import io.quorate.simulation.world.SimCluster;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * I8: the lineage mirror and the claim on its name stay: an object that was ever there never
 * vanishes or changes. The retention of snapshots is left to {@code RetentionTest}.
 */
public final class NewestKept implements Invariant {
  private final SimCluster simCluster;
  private final ArchiveModel archive;
  private final Map<String, String> seen = new HashMap<>();
  private long looked = -1;

  public NewestKept(SimCluster simCluster, ArchiveModel archive) {
    this.simCluster = simCluster;
    this.archive = archive;
  }

  @Override
  public String name() {
    return "I8 NEWEST_KEPT";
  }

  @Override
  public Optional<String> broken() {
    if (looked == archive.version()) {
      return Optional.empty();
    }
    looked = archive.version();
    Map<String, String> now = archive.under(simCluster.name() + "/");
    Optional<String> lost =
        seen.entrySet().stream()
            .filter(object -> !object.getValue().equals(now.get(object.getKey())))
            .map(
                object ->
                    object.getKey() + " was archived, now there is " + now.get(object.getKey()))
            .findFirst();
    seen.putAll(now);
    return lost;
  }
}
