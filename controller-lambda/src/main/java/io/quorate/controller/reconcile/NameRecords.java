package io.quorate.controller.reconcile;

import io.quorate.controller.act.DecisionExecutor;
import io.quorate.controller.act.HostedZones;
import io.quorate.controller.act.JournalWriter;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.observe.ObserveResult;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.dns.RecordsPlanner;
import io.quorate.controller.view.ClusterView;
import io.quorate.lease.HeldLease;
import io.quorate.store.StoreUnavailableException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the records of a cluster's name follow its members, at the end of a turn: what the turn
 * decided is recorded and told by then, and waits for no answer of the zone.
 */
final class NameRecords {
  private static final Logger LOG = LoggerFactory.getLogger(NameRecords.class);

  private final HostedZones zones;
  private final DecisionExecutor executor;

  NameRecords(HostedZones zones, DecisionExecutor executor) {
    this.zones = zones;
    this.executor = executor;
  }

  /**
   * Does what is due, if anything.
   *
   * @param seen what the turn saw last, with the status as it was written
   * @param mayBegin whether there is time for two calls
   * @param inTime whether there is still time for what was begun
   */
  void follow(
      HeldLease lease,
      ObserveResult.Seen seen,
      JournalWriter journal,
      BooleanSupplier mayBegin,
      BooleanSupplier inTime) {
    ClusterView view = seen.view();
    boolean nameless = view.spec().dns().isEmpty() && view.status().dns().isEmpty();
    if (nameless || !mayBegin.getAsBoolean()) {
      return;
    }
    RecordsPlanner planner = new RecordsPlanner(ClusterStates.of(view));
    Plan plan =
        planner.plan(
            planner.toBeRead().map(records -> zones.records(records.zone(), records.name())));
    try {
      var result = executor.act(lease, seen, plan, journal, inTime);
      if (plan.decision().changes()) {
        LOG.info(
            "cluster={} token={} decision={} reason={} result={} message=\"{}\"",
            view.cluster(),
            lease.token(),
            plan.decision().code(),
            plan.decision().reason().code(),
            result,
            plan.decision().reason().message());
      }
    } catch (StoreUnavailableException e) {
      // The turn itself is done; the records are read again before the next change of them.
      LOG.warn("cluster={} records=unknown error=\"{}\"", view.cluster(), e.getMessage());
    }
  }
}
