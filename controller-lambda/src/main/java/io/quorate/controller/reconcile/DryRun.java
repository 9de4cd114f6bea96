package io.quorate.controller.reconcile;

import io.quorate.codec.Codecs;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.observe.ObserveContext;
import io.quorate.controller.observe.ObserveResult;
import io.quorate.controller.observe.Observer;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.state.Lease;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Plans on the real state without the lease and without writing anything. */
public final class DryRun {
  private static final String NONCE = "dry-run";

  private final RecordStore store;
  private final Observer observer;
  private final Function<ClusterView, Plan> planner;

  /** Looks through these ports, deciding by this planner. */
  public DryRun(
      RecordStore store,
      CloudReader cloud,
      InstantSource clock,
      Function<ClusterView, Plan> planner) {
    this.store = store;
    this.observer = new Observer(store, cloud, clock);
    this.planner = planner;
  }

  /** What a turn would decide now. */
  public DryRunResult explain(ClusterName cluster) {
    Key key = Keys.lease(cluster);
    Optional<Lease> lease =
        Optional.ofNullable(store.read(List.of(key)).get(key)).map(DryRun::lease);
    FencingToken token = lease.map(Lease::token).orElse(FencingToken.NONE);
    ObserveContext with =
        new ObserveContext(
            token,
            token,
            NONCE,
            NONCE,
            lease.map(Lease::heartbeatProgress).orElse(Map.of()),
            lease.map(Lease::unanswered).orElse(Map.of()));
    return switch (observer.look(cluster, with)) {
      case ObserveResult.NoCluster none -> new DryRunResult.NoCluster();
      case ObserveResult.Halted halted ->
          new DryRunResult.Halted(halted.type().name(), halted.message());
      case ObserveResult.Seen seen ->
          new DryRunResult.Planned(seen.view(), planner.apply(seen.view()), seen.unreadable());
    };
  }

  private static Lease lease(Item item) {
    return Codecs.LEASE.read(item.attributes(), item.key().toString());
  }
}
