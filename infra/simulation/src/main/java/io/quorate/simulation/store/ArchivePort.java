package io.quorate.simulation.store;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.simulation.schedule.Fate;
import io.quorate.simulation.schedule.Wire;
import io.quorate.state.Birth;
import io.quorate.store.LineageArchive;
import io.quorate.store.StoreUnavailableException;
import java.util.function.Supplier;

/** The archive as one controller reaches it. */
public final class ArchivePort implements LineageArchive {
  private static final long TIMEOUT_MILLIS = 5_000;

  private final StoreModel model;
  private final Wire wire;
  private final Supplier<Fate> fates;

  /** For this actor. */
  public ArchivePort(StoreModel model, Wire wire, Supplier<Fate> fates) {
    this.model = model;
    this.wire = wire;
    this.fates = fates;
  }

  @Override
  public Twin record(ClusterName cluster, ClusterUid uid, Birth birth) {
    return wire.remote(
        "records the birth's twin",
        fates.get(),
        TIMEOUT_MILLIS,
        () -> model.archive().record(cluster, uid, birth),
        why -> {
          throw new StoreUnavailableException(why, new IllegalStateException("simulated"));
        });
  }
}
