package io.quorate.controller.act;

import io.quorate.controller.observe.Sight;
import io.quorate.controller.plan.Decision;
import io.quorate.controller.plan.Plan;
import io.quorate.lease.HeldLease;
import io.quorate.store.LineageArchive;
import io.quorate.store.RecordStore;
import java.util.function.BooleanSupplier;

/**
 * Carries out a plan: first its intent in one transaction, then its effect. docs/intents.md lists
 * what a crash between the two leaves.
 */
public final class Actor {
  private final RecordStore store;
  private final LineageArchive archive;
  private final InstanceTerminator terminator;

  /** Acts through these ports. */
  public Actor(RecordStore store, LineageArchive archive, InstanceTerminator terminator) {
    this.store = store;
    this.archive = archive;
    this.terminator = terminator;
  }

  /**
   * Carries out the plan.
   *
   * @param inTime whether the turn still has time for an effect
   * @throws io.quorate.store.StoreUnavailableException when it is unknown what was written
   */
  public Acted act(
      HeldLease lease, Sight.Seen sight, Plan plan, Journal journal, BooleanSupplier inTime) {
    Scene scene = new Scene(lease, sight, plan, journal);
    return switch (plan.decision()) {
      case Decision.Rest rest -> Resting.rest(store, scene);
      case Decision.Halt halt -> Resting.rest(store, scene);
      case Decision.DecideBirth birth -> DecidingBirth.decide(store, scene, birth);
      case Decision.FinishBirth birth -> FinishingBirth.finish(store, archive, scene, birth);
      case Decision.Issue issue -> Issuing.issue(store, scene, issue);
      case Decision.RequestCancel cancel -> Cancelling.cancel(store, scene, cancel);
      case Decision.Close close -> Closing.close(store, scene, close);
      case Decision.IntendTermination intend -> Intending.intend(store, scene, intend);
      case Decision.Terminate terminate ->
          Terminating.terminate(store, terminator, scene, terminate, inTime);
      case Decision.HandBack handBack ->
          HandingBack.handBack(store, terminator, scene, handBack, inTime);
    };
  }

  /** Shows that the cluster is halted, if that is not shown yet. */
  public Acted halt(HeldLease lease, Sight.Halted sight, Journal journal) {
    return Halting.halt(store, lease, journal, sight);
  }
}
