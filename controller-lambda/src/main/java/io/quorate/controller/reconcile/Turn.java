package io.quorate.controller.reconcile;

import io.quorate.controller.act.CommitResult;
import io.quorate.controller.act.DecisionExecutor;
import io.quorate.controller.act.JournalWriter;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.observe.ObserveContext;
import io.quorate.controller.observe.ObserveResult;
import io.quorate.controller.observe.Observer;
import io.quorate.controller.plan.snapshots.SnapshotAges;
import io.quorate.controller.view.ClusterView;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.release.ProjectVersion;
import io.quorate.state.HeartbeatProgress;
import io.quorate.state.Lease;
import io.quorate.state.UnansweredCall;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Notice;
import io.quorate.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One turn about one cluster.
 *
 * <ol>
 *   <li>Take the lease; while another holds it, pause and try again, boundedly.
 *   <li>Look, plan, act; again while the decision changed something, boundedly, and only while
 *       there is time before the caller's deadline and the lease's end. A bootstrap just recorded
 *       is finished without another look.
 *   <li>Before a termination is recorded or asked for, and before a generation is, look again until
 *       each heartbeat that it rests on has moved in this turn; nodes that beat seldom are told by
 *       the notice to beat now.
 *   <li>Have the records of the cluster's name follow, where it has one.
 *   <li>Release the lease, leaving the observations to the next turn.
 * </ol>
 *
 * <p>A steady turn makes five store requests. A turn that dies anywhere leaves at most a lease that
 * runs out and a recorded intent that the next turn performs.
 */
public final class Turn {
  /** How long a lease lasts; above the Lambda timeout, so that a living holder never loses it. */
  public static final Duration LEASE = Lease.LENGTH;

  /** How often the lease is tried for. */
  public static final int LEASE_ATTEMPTS = 20;

  /** The pause between two tries. */
  public static final Duration LEASE_PAUSE = Duration.ofMillis(100);

  /** How many looks one turn may take. */
  public static final int MAX_LOOKS = 8;

  /** The pause before another glance at heartbeats that have to move first. */
  public static final Duration RENEWAL_PAUSE = Duration.ofMillis(100);

  /** After so many glances all is looked at again: it may be another decision's turn by now. */
  public static final int RENEWAL_GLANCES = 5;

  /** What two calls about the records of the cluster's name may take. */
  public static final Duration FOR_RECORDS = Duration.ofSeconds(5);

  /** What is kept back of the time given, for one act and the release. */
  public static final Duration MARGIN = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(Turn.class);
  private static final Optional<String> VERSION = Optional.of(ProjectVersion.read());

  private final ControllerPorts ports;
  private final Function<ClusterView, Plan> planner;
  private final Leases leases;
  private final Observer observer;
  private final DecisionExecutor executor;
  private final NameRecords records;

  /** Turns through these ports, deciding by this planner. */
  public Turn(ControllerPorts ports, Function<ClusterView, Plan> planner) {
    this.ports = ports;
    this.planner = planner;
    this.leases = new Leases(ports.store(), VERSION);
    this.observer =
        new Observer(
            ports.store(), ports.cloud(), ports.snapshots(), ports.mirror(), ports.clock());
    this.executor =
        new DecisionExecutor(
            ports.store(),
            ports.mirror(),
            ports.snapshots(),
            ports.terminator(),
            ports.hooks(),
            ports.zones(),
            ports.certificates(),
            ports.tokenKeys());
    this.records = new NameRecords(ports.zones(), executor);
  }

  /**
   * Turns once.
   *
   * @param deadline by this controller's clock; the turn ends before it
   * @throws StoreUnavailableException when the store did not answer; what was begun is finished by
   *     a later turn
   */
  public TurnResult run(ClusterName cluster, Instant deadline) {
    Optional<HeldLease> taken = take(cluster, deadline);
    if (taken.isEmpty()) {
      return new TurnResult.Busy(LEASE_ATTEMPTS);
    }
    Round round = new Round(taken.get(), stopBefore(taken.get(), deadline));
    MDC.put("turn", round.lease.token().toString());
    ports.cloud().forgetOutcomes();
    try {
      TurnResult result = round.run();
      round.followMembers();
      return result;
    } finally {
      release(round);
      MDC.remove("turn");
    }
  }

  private static Instant stopBefore(HeldLease lease, Instant deadline) {
    Instant end = lease.asTaken().until();
    return (end.isBefore(deadline) ? end : deadline).minus(MARGIN);
  }

  private Optional<HeldLease> take(ClusterName cluster, Instant deadline) {
    String nonce = ports.nonces().get();
    for (int attempt = 1; attempt <= LEASE_ATTEMPTS; attempt++) {
      Instant now = ports.clock().instant();
      Optional<HeldLease> taken = leases.take(cluster, nonce, now, LEASE);
      if (taken.isPresent() || !now.plus(LEASE_PAUSE).plus(MARGIN).isBefore(deadline)) {
        return taken;
      }
      if (attempt < LEASE_ATTEMPTS) {
        ports.pause().of(LEASE_PAUSE);
      }
    }
    return Optional.empty();
  }

  private void release(Round round) {
    try {
      // Also after a turn that failed: then nothing else tells which call was not answered.
      Map<String, UnansweredCall> unanswered =
          UnansweredCall.next(
              round.lease.asTaken().unanswered(),
              ports.cloud().outcomes(),
              ports.clock().instant());
      if (!leases.release(round.lease, round.heartbeatProgress, unanswered)) {
        LOG.warn("lease=lost cluster={} token={}", round.lease.cluster(), round.lease.token());
      }
    } catch (StoreUnavailableException e) {
      // The lease runs out by itself; the turn's own result matters more.
      LOG.warn("lease=unreleased cluster={} error={}", round.lease.cluster(), e.getMessage());
    }
  }

  /** The looks under one lease. */
  private final class Round {
    private final HeldLease lease;
    private final Instant stopAt;
    private final JournalWriter journal;
    private final List<String> decisions = new ArrayList<>();
    private final Set<Decision> terminated = new HashSet<>();
    private final EvidenceFreshness evidenceFreshness = new EvidenceFreshness();
    private Map<InstanceId, HeartbeatProgress> heartbeatProgress;
    private FencingToken issued;
    private boolean noticed;

    /** What was seen last, while the status is known to be as it tells. */
    private Optional<ObserveResult.Seen> asWritten = Optional.empty();

    Round(HeldLease lease, Instant stopAt) {
      this.lease = lease;
      this.stopAt = stopAt;
      this.journal = new JournalWriter(lease.cluster(), lease.token());
      this.heartbeatProgress = lease.asTaken().heartbeatProgress();
      this.issued = lease.token().previous();
    }

    TurnResult run() {
      List<Key> moved = List.of();
      List<InstanceId> awaited = List.of();
      Optional<ObserveResult.Seen> known = Optional.empty();
      // A look that finds heartbeats still to come does not count: these end with the time alone.
      for (int look = 0; look < MAX_LOOKS; look += awaited.isEmpty() ? 1 : 0) {
        if (!inTime()) {
          return awaited.isEmpty()
              ? new TurnResult.OutOfTime(decisions)
              : new TurnResult.Unsettled(decisions, "no new heartbeat of " + awaited);
        }
        ObserveResult observeResult = known.isPresent() ? known.get() : look();
        known = Optional.empty();
        switch (observeResult) {
          case ObserveResult.NoCluster none -> {
            return new TurnResult.NoCluster();
          }
          case ObserveResult.Halted halted -> {
            return halt(halted);
          }
          case ObserveResult.Seen seen -> {
            asWritten = Optional.of(seen);
            Plan plan = planner.apply(seen.view());
            if (terminated.contains(plan.decision())) {
              // Once a turn is enough; whoever hinted hints again, and the schedule does anyhow.
              return new TurnResult.Unsettled(decisions, "EC2 does not show the termination yet");
            }
            evidenceFreshness.looked(seen.view());
            if (ports.cloud().onBulk() && !BulkEvidence.suffices(seen.view(), plan)) {
              if (!ports.cloud().askAnew(false)) {
                return new TurnResult.Unsettled(
                    decisions, "Auto Scaling and EC2 are asked about too many others now");
              }
              awaited = List.of();
              continue;
            }
            awaited = evidenceFreshness.awaited(plan, seen.view());
            if (!awaited.isEmpty()) {
              if (seen.view().spec().timings().seldom() && !told()) {
                return new TurnResult.Overtaken();
              }
              awaitHeartbeats(seen.view(), awaited);
              continue;
            }
            switch (executor.act(lease, seen, plan, journal, this::inTime)) {
              case CommitResult.Nothing nothing -> {
                return settled(false, seen, plan);
              }
              case CommitResult.Noted noted -> {
                log(plan, "noted");
                asWritten = Optional.of(seen.after(seen.view().lineage(), plan.status()));
                return settled(true, seen, plan);
              }
              case CommitResult.Halted halted -> {
                asWritten = Optional.empty();
                return new TurnResult.Halted(halted.type(), halted.message());
              }
              case CommitResult.Changed changed -> {
                asWritten = Optional.empty();
                moved = List.of();
                known = changed.next();
                changed(plan, changed);
                if (plan.decision().effect().isPresent()) {
                  ports.cloud().askAnew(true); // What it did is to be seen.
                }
              }
              case CommitResult.Refused refused -> {
                asWritten = Optional.empty();
                if (refused.moved().contains(Keys.lease(lease.cluster()))) {
                  return new TurnResult.Overtaken();
                }
                moved = refused.moved();
              }
            }
          }
        }
      }
      return moved.isEmpty()
          ? new TurnResult.Unsettled(
              decisions, "something changed at each of " + MAX_LOOKS + " looks")
          : new TurnResult.Stale(moved);
    }

    void followMembers() {
      asWritten.ifPresent(
          seen -> records.follow(lease, seen, journal, this::timeForRecords, this::inTime));
    }

    private boolean timeForRecords() {
      return ports.clock().instant().plus(FOR_RECORDS).isBefore(stopAt);
    }

    private void awaitHeartbeats(ClusterView view, List<InstanceId> awaited) {
      for (int glance = 0; glance < RENEWAL_GLANCES && inTime(); glance++) {
        ports.pause().of(RENEWAL_PAUSE);
        if (evidenceFreshness.allRenewed(ports.store(), view.cluster(), awaited)) {
          return;
        }
      }
    }

    /** Asks settled agents to beat, once a turn; whether the lease was still held. */
    private boolean told() {
      if (!noticed) {
        noticed =
            ports
                .store()
                .transact(List.of(Leases.check(lease), Notice.change(lease.cluster())))
                .written();
      }
      return noticed;
    }

    private boolean inTime() {
      return ports.clock().instant().isBefore(stopAt);
    }

    private ObserveResult look() {
      ObserveContext with =
          new ObserveContext(
              lease.token(),
              issued,
              ports.nonces().get(),
              ports.clockName().get(),
              lease.asTaken().heartbeatProgress(),
              lease.asTaken().unanswered());
      issued = lease.token();
      ObserveResult observeResult = observer.look(lease.cluster(), with);
      heartbeatProgress = observeResult.heartbeatProgress();
      return observeResult;
    }

    private TurnResult halt(ObserveResult.Halted halted) {
      executor.halt(lease, halted, journal);
      return new TurnResult.Halted(halted.type(), halted.message());
    }

    private TurnResult settled(boolean noted, ObserveResult.Seen seen, Plan plan) {
      return new TurnResult.Settled(
          decisions,
          noted,
          seen.unreadable(),
          SnapshotAges.of(seen.view()),
          ClusterSignals.of(seen.view(), plan));
    }

    private void changed(Plan plan, CommitResult.Changed changed) {
      decisions.add(plan.decision().code() + ":" + plan.decision().reason().code());
      if (plan.decision() instanceof TerminateInstance) {
        terminated.add(plan.decision());
      }
      log(plan, changed.effect());
    }

    private void log(Plan plan, String effect) {
      LOG.info(
          "cluster={} token={} decision={} reason={} phase={} effect={} message=\"{}\"",
          lease.cluster(),
          lease.token(),
          plan.decision().code(),
          plan.decision().reason().code(),
          plan.status().phase(),
          effect,
          plan.decision().reason().message());
    }
  }
}
