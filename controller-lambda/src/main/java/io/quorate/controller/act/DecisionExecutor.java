package io.quorate.controller.act;

import io.quorate.certificate.AuthorityUnavailableException;
import io.quorate.controller.decision.CloudEffect;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.DecisionWrites;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Prerequisite;
import io.quorate.controller.observe.ObserveResult;
import io.quorate.controller.observe.SnapshotStores;
import io.quorate.controller.view.ClusterView;
import io.quorate.lease.HeldLease;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.state.BucketUse;
import io.quorate.state.Condition;
import io.quorate.state.Status;
import io.quorate.store.LineageMirror;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Carries out a plan, whatever its decision:
 *
 * <ol>
 *   <li>a decision that changes nothing writes what is shown, if that differs from what was read;
 *   <li>what has to be done before the transaction is done, and what has to be signed is signed;
 *   <li>one transaction checks the lease and the heartbeats, and writes the decision's records, the
 *       status and a journal entry;
 *   <li>the effect on the cloud, if there is one, is performed while the turn has time;
 *   <li>how the cloud took it is written to the status.
 * </ol>
 *
 * docs/intents.md lists what a crash between any two leaves.
 */
public final class DecisionExecutor {
  private final RecordStore store;
  private final BootstrapMirror mirror;
  private final BucketWork bucket;
  private final CloudEffects effects;
  private final CertificateAuthority certificates;
  private final TokenKeys tokenKeys;

  /** Acts through these ports. */
  public DecisionExecutor(
      RecordStore store,
      LineageMirror mirror,
      SnapshotStores snapshots,
      InstanceTerminator terminator,
      LifecycleHooks hooks,
      HostedZones zones,
      CertificateAuthority certificates,
      TokenKeys tokenKeys) {
    this.certificates = certificates;
    this.tokenKeys = tokenKeys;
    this.store = store;
    this.bucket = new BucketWork(store, snapshots);
    this.mirror = new BootstrapMirror(store, mirror);
    this.effects = new CloudEffects(terminator, hooks, zones);
  }

  /**
   * Carries out the plan.
   *
   * @param inTime whether the turn still has time for an effect
   * @throws io.quorate.store.StoreUnavailableException when it is unknown what was written
   */
  public CommitResult act(
      HeldLease lease,
      ObserveResult.Seen seen,
      Plan plan,
      JournalWriter journal,
      BooleanSupplier inTime) {
    TurnContext context = new TurnContext(lease, seen, plan, journal);
    return plan.decision().changes() ? change(context, inTime) : show(context);
  }

  /** Shows that the cluster is halted, if that is not shown yet. */
  public CommitResult halt(HeldLease lease, ObserveResult.Halted halted, JournalWriter journal) {
    return HaltAction.halt(store, lease, journal, halted);
  }

  /** Writes what is shown, with a journal entry if the phase or the set of conditions changed. */
  private CommitResult show(TurnContext context) {
    Status read = context.view().status();
    Status next = context.plan().status();
    if (next.equals(read) && WriteSet.health(context, next).isEmpty()) {
      return new CommitResult.Nothing();
    }
    WriteSet writes = new WriteSet(context).withStatus();
    if (differs(read, next)) {
      writes.journalled(context.plan().decision().journalled());
    }
    return commit(writes.parts(), new CommitResult.Noted());
  }

  /** Whether an operator would see another state, and not only another wording. */
  private static boolean differs(Status read, Status next) {
    return read.phase() != next.phase() || !types(read).equals(types(next));
  }

  private static Set<Condition.Type> types(Status status) {
    return status.conditions().stream().map(Condition::type).collect(Collectors.toSet());
  }

  private CommitResult change(TurnContext context, BooleanSupplier inTime) {
    Decision decision = context.plan().decision();
    DecisionWrites writes = decision.writes(context.view(), context.plan().status());
    if (!writes.moved().isEmpty()) {
      return new CommitResult.Refused(writes.moved());
    }
    Optional<CommitResult> prevented =
        decision.prerequisite().flatMap(needed -> prepare(context, needed));
    if (prevented.isPresent()) {
      return prevented.get();
    }
    List<Write> signed;
    try {
      signed =
          decision
              .certificates()
              .map(order -> CertificateWrites.of(order, certificates.issue(order)))
              .orElse(List.of());
    } catch (AuthorityUnavailableException e) {
      return bucket.failed(
          context, BucketUse.AUTHORITIES, "AUTHORITY_UNAVAILABLE: " + e.getMessage());
    }
    return record(context, decision, writes, signed, inTime);
  }

  private Optional<CommitResult> prepare(TurnContext context, Prerequisite needed) {
    return switch (needed) {
      case Prerequisite.MirrorBootstrap bootstrap -> mirror.record(context, bootstrap.bootstrap());
      case Prerequisite.MirrorLineage lineage -> mirror.record(context, lineage.lineage());
      case Prerequisite.DeleteObjects delete -> bucket.delete(context, delete);
      case Prerequisite.PinSnapshot pin ->
          bucket.perform(context, opened -> BucketWork.pin(opened, pin));
      case Prerequisite.MarkDiffering mark ->
          bucket.perform(context, opened -> opened.createDiffers(mark.snapshot(), mark.because()));
      case Prerequisite.HoldTokenKey key -> make(context, key);
    };
  }

  private Optional<CommitResult> make(TurnContext context, Prerequisite.HoldTokenKey key) {
    ClusterView view = context.view();
    try {
      tokenKeys.make(view.cluster(), view.lineage().uid(), key.signMethod());
      return Optional.empty();
    } catch (SecretUnavailableException e) {
      return Optional.of(bucket.failed(context, BucketUse.TOKEN_KEYS, e.words()));
    }
  }

  private CommitResult record(
      TurnContext context,
      Decision decision,
      DecisionWrites writes,
      List<Write> signed,
      BooleanSupplier inTime) {
    List<Write> parts =
        new WriteSet(context)
            .with(writes.parts())
            .with(signed)
            .withStatus()
            .journalled(decision.journalled())
            .parts();
    Optional<ObserveResult.Seen> next =
        decision
            .leaves(context.view())
            .map(lineage -> context.seen().after(lineage, context.plan().status()));
    String unless = decision.effect().isPresent() ? "OUT_OF_TIME" : "none";
    CommitResult recorded = commit(parts, new CommitResult.Changed(unless, next));
    return decision
        .effect()
        .filter(effect -> recorded instanceof CommitResult.Changed && inTime.getAsBoolean())
        .map(effect -> perform(context, effect))
        .orElse(recorded);
  }

  private CommitResult perform(TurnContext context, CloudEffect effect) {
    CloudEffects.Answer answer = effects.perform(context.view().cluster(), effect);
    Status recorded = context.plan().status();
    Status next = effect.answered(recorded, answer.failure());
    CommitResult changed = new CommitResult.Changed(answer.word());
    if (next.equals(recorded)) {
      return changed;
    }
    Plan noted = new Plan(context.plan().decision(), next, Map.of());
    return commit(new WriteSet(context.with(noted)).withStatus().parts(), changed);
  }

  private CommitResult commit(List<Write> parts, CommitResult whenWritten) {
    return switch (store.transact(parts)) {
      case WriteResult.Written written -> whenWritten;
      case WriteResult.Refused refused -> new CommitResult.Refused(refused.keys());
    };
  }
}
