package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.heartbeat.ControlPlaneReader;
import io.quorate.agent.heartbeat.EtcdProbe;
import io.quorate.agent.heartbeat.ProbeResult;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.NodeTls;
import io.quorate.agent.port.RecoveryPorts;
import io.quorate.agent.steps.Executor;
import io.quorate.agent.steps.Fencing;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.supervision.Supervisor;
import io.quorate.agent.tasks.TaskRunner;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.command.CommandKind;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.DataState;
import io.quorate.state.Interruption;
import io.quorate.state.MemberEntry;
import io.quorate.store.StoreUnavailableException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's three loops, one look at a time, without a thread, a wait or a clock of their own: on
 * an instance {@link NodeAgent} drives them, a simulator may in virtual time. The order is
 *
 * <ol>
 *   <li>{@link #adopt};
 *   <li>{@link #start} with what {@link #readAtStart} found, or with nothing once {@link
 *       #recordWaitMillis} has passed; {@link #etcdTick} may be called from here on, before and
 *       during the read, for etcd never waits for the store;
 *   <li>{@link #etcdTick}, {@link #stepTick} and {@link #beatTick}, each again after as many
 *       milliseconds as it returned, or sooner when its bell rings. Each is called by one thread at
 *       a time; the three may run beside one another;
 *   <li>{@link #stop}, and {@link #etcdTick} until {@link #stopped}.
 * </ol>
 *
 * An agent that is killed is one that is dropped; a new one over the same ports is the next boot.
 */
public final class AgentLoops {
  private static final Logger LOG = LoggerFactory.getLogger(AgentLoops.class);
  private static final long RECORD_MILLIS = 2_000;
  private static final long RETRY_MILLIS = 1_000;

  private final JournalStore journalStore;
  private final NodeTls tls;
  private final LongSupplier monotonicMillis;
  private final long begunMillis;
  private final Supplier<Optional<Interruption>> interruption;
  private final CountsByName<String> restarts = new CountsByName<>();
  private final Supervisor supervisor;
  private final StartupSequence startUp;
  private final StepLoop steps;
  private final HeartbeatLoop beats;
  private final TaskRunner tasks;
  private final TaskLoop taskLoop;
  private boolean adopted;
  private volatile boolean stopping;

  /**
   * Opens the journal, which counts one more boot.
   *
   * @param installed the etcd release that is installed
   * @throws UncheckedIOException when the journal can be neither read nor written
   * @throws IllegalStateException when the journal is damaged
   */
  public AgentLoops(
      NodeDescription self, AgentPorts ports, EtcdVersion installed, LoopWakeups wakeups) {
    journalStore = RowReconciliation.open(ports, self);
    tls = ports.tls();
    monotonicMillis = ports.monotonicMillis();
    begunMillis = monotonicMillis.getAsLong();
    interruption = ports.interruption();
    journalStore.current().spec().ifPresent(spec -> tls.follow(spec.tls()));
    ClusterSpec defaults = defaults(self, installed);
    AgentEvents events = new AgentEvents(restarts, wakeups.beat());
    supervisor =
        new Supervisor(
            journalStore,
            ports.host(),
            ports.disk(),
            ports.etcd(),
            installed,
            events,
            wakeups.etcd());
    StepContext context =
        new StepContext(
            self,
            journalStore,
            ports.etcd(),
            ports.disk(),
            supervisor,
            defaults,
            ports.nonces(),
            ports.recovery().map(RecoveryPorts::restore),
            ports.tokenKeys());
    Executor executor = new Executor(context);
    startUp = new StartupSequence(self, journalStore, ports.disk(), supervisor, defaults);
    EtcdProbe look = new EtcdProbe(self, journalStore, ports.etcd(), supervisor);
    tasks = new TaskRunner(journalStore, ports.tasks(), ports.worker(), wakeups.steps());
    beats =
        new HeartbeatLoop(
            ports,
            self,
            journalStore,
            look,
            startUp,
            executor,
            tasks,
            supervisor::closed,
            wakeups.steps());
    taskLoop = new TaskLoop(journalStore, tasks, wakeups.beat());
    SeederAlarms alarms =
        new SeederAlarms(
            ports.recovery(),
            journalStore,
            self,
            beats::lineage,
            beats::recovery,
            () -> beats.view().status());
    OpeningWatch opening =
        new OpeningWatch(
            journalStore,
            ports.etcd(),
            self,
            () -> tasks.runs(CommandKind.APPLY_AUTH),
            () -> {
              wakeups.etcd().run();
              wakeups.beat().run();
            });
    Fencing fencing = new Fencing(context, ports.recovery().map(RecoveryPorts::noEtcd));
    steps =
        new StepLoop(
            context,
            fencing,
            executor,
            beats::lineage,
            beats::recovery,
            alarms,
            opening,
            new TokenKeyWatch(journalStore, ports.tokenKeys()),
            wakeups.beat());
  }

  /** An etcd that is never started needs no settings of its own; its agent has to say so. */
  private static ClusterSpec defaults(NodeDescription self, EtcdVersion installed) {
    EtcdVersion line = EtcdVersion.parse(EtcdVersion.DEFAULT_LINE).orElseThrow();
    return ClusterSpec.defaults(self.cluster(), installed.isSupported() ? installed : line);
  }

  /** What the journal says now. */
  public AgentJournal journal() {
    return journalStore.current();
  }

  /** Takes over an etcd that an earlier agent left running; whether there was one. */
  public boolean adopt() {
    adopted = startUp.adopt();
    return adopted;
  }

  /** Reads the control record and the own row; empty when the store cannot give them. */
  public Optional<ControlPlaneReader.AtStart> readAtStart() {
    try {
      return Optional.of(beats.reads().readAtStart());
    } catch (StoreUnavailableException | UnreadableRecordException e) {
      LOG.warn("event=record-unreachable detail=\"{}\"", e.getMessage());
      return Optional.empty();
    }
  }

  /** How long a start may wait for {@link #readAtStart}, in milliseconds. */
  public long recordWaitMillis() {
    return journalStore
        .current()
        .spec()
        .map(s -> s.timings().controlRecordWait().toMillis())
        .orElse(RECORD_MILLIS);
  }

  /** Decides on what may start, by the journal alone where nothing was read. Once. */
  public void start(Optional<ControlPlaneReader.AtStart> read) {
    startUp.start(adopted, read);
    try {
      read.ifPresent(beats::begin);
    } catch (UnreadableRecordException e) {
      LOG.warn("event=record-unreadable detail=\"{}\"", e.getMessage());
    }
  }

  /** Looks after the own etcd process; milliseconds until the next look. */
  public long etcdTick(long nowMillis) {
    return onDisk(supervisor::tick, nowMillis);
  }

  /**
   * Does at most one action of a bootstrap or an instruction, and looks at the task under way;
   * milliseconds until the next look.
   */
  public long stepTick(long nowMillis) {
    if (stopping) {
      return RETRY_MILLIS;
    }
    long next = onDisk(steps::tick, nowMillis);
    return Math.min(next, onDisk(taskLoop::tick, nowMillis));
  }

  /** Looks at the cluster and beats when it is due; milliseconds until the next look. */
  public long beatTick(long nowMillis) {
    return onDisk(beats::tick, nowMillis);
  }

  /** A disk that cannot be written or read is tried again: it may only be full. */
  private static long onDisk(LongUnaryOperator tick, long nowMillis) {
    try {
      return tick.applyAsLong(nowMillis);
    } catch (UncheckedIOException e) {
      LOG.warn("event=disk-trouble detail=\"{}\"", e.getMessage());
      return RETRY_MILLIS;
    }
  }

  /**
   * Wants etcd stopped for good. No bootstrap and no step begins any more: a start of etcd is left
   * to the next boot, whose right to it is untouched.
   */
  public void stop() {
    stopping = true;
    tasks.close();
    supervisor.close();
  }

  /** How long etcd may take to stop before it is killed, in milliseconds. */
  public long stopGraceMillis() {
    return supervisor.stopGraceMillis();
  }

  /** Whether etcd is not wanted and no process of it is left. */
  public boolean stopped() {
    return supervisor.stopped();
  }

  /** How many agents this disk has had, this one counted. */
  public long bootCount() {
    return journalStore.current().incarnationCount();
  }

  /** What is known now. */
  public AgentSnapshot snapshot() {
    ProbeResult view = beats.view();
    AgentJournal journal = journalStore.current();
    return new AgentSnapshot(
        beats.tickMillis(),
        Readiness.obstacle(journal, view, beats.lineage(), tasks.blocking(), supervisor.closed()),
        journal
            .verdict()
            .map(DataVerdict::state)
            .orElse(journal.member().isPresent() ? DataState.INTACT : DataState.NONE),
        view.process(),
        etcd(view),
        own(journal),
        beats.results().copy(),
        restarts.copy(),
        steps.ended().copy(),
        tls.expiries());
  }

  private static AgentSnapshot.EtcdView etcd(ProbeResult view) {
    return new AgentSnapshot.EtcdView(
        view.status(),
        view.listing().isPresent(),
        view.listing().map(AgentLoops::listed),
        view.peers().stream().filter(peer -> !peer.answering()).count());
  }

  private static AgentSnapshot.Listed listed(ListedMembers listing) {
    long learners = listing.entries().stream().filter(MemberEntry::learner).count();
    return new AgentSnapshot.Listed(listing.members().size() - learners, learners);
  }

  private AgentSnapshot.OwnView own(AgentJournal journal) {
    long now = monotonicMillis.getAsLong();
    return new AgentSnapshot.OwnView(
        journal.progress().map(under -> under.command().kind()),
        journal.seenGeneration().value(),
        interruption.get().isPresent(),
        now - beats.writtenMillis().orElse(begunMillis),
        now - beats.tickMillis());
  }
}
