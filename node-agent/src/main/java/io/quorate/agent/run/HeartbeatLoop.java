package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.ControlRecord;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.execution.RecordCheck;
import io.quorate.agent.execution.RecoveryGate;
import io.quorate.agent.heartbeat.AlertPolicy;
import io.quorate.agent.heartbeat.AuthWatch;
import io.quorate.agent.heartbeat.ControlPlaneReader;
import io.quorate.agent.heartbeat.EtcdProbe;
import io.quorate.agent.heartbeat.HeartbeatComposer;
import io.quorate.agent.heartbeat.HeartbeatWriter;
import io.quorate.agent.heartbeat.NoticeWatch;
import io.quorate.agent.heartbeat.ProbeResult;
import io.quorate.agent.heartbeat.ReportComposer;
import io.quorate.agent.heartbeat.SpaceView;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.steps.Executor;
import io.quorate.agent.tasks.TaskRunner;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.recovery.Recovery;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import io.quorate.store.StoreUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Heartbeats: one write and one read each, fast while anything is unsettled. In between it looks at
 * the own etcd, each second while its log grows, and beats early when something changed. Without a
 * member, or without a leader, it reads in between, too: it may be told to begin, or be fenced. A
 * settled node whose heartbeats are far apart glances at the notice in between, and beats and reads
 * when that changed.
 */
final class HeartbeatLoop {
  private static final Logger LOG = LoggerFactory.getLogger(HeartbeatLoop.class);
  private static final long BOOTSTRAP_MILLIS = 100;
  private static final long LEADERLESS_MILLIS = 250;
  private static final long LOOK_MILLIS = 1_000;
  private static final long QUIET_LOOK_MILLIS = 2_500;
  private static final long LEADER_LOOK_MILLIS = 2_000;
  private static final long STEADY_MILLIS = 5_000;
  private static final long FAST_MILLIS = 500;
  private static final long WITNESS_MILLIS = 200;
  private static final long THOROUGH_MILLIS = 3_000;

  private final AgentPorts ports;
  private final JournalStore journalStore;
  private final EtcdProbe look;
  private final StartupSequence startUp;
  private final Executor executor;
  private final TaskRunner tasks;
  private final BooleanSupplier closed;
  private final Runnable stepsWakeup;
  private final ControlPlaneReader reads;
  private final HeartbeatComposer composer;
  private final NoticeWatch notice;
  private final CountsByName<String> results = new CountsByName<>();
  private Optional<HeartbeatWriter> writer = Optional.empty();
  private Optional<String> alarm = Optional.empty();
  private Optional<String> trouble = Optional.empty();
  private Optional<String> taskTrouble = Optional.empty();
  private List<Object> lastKey = List.of();
  private long nextBeat;
  private long nextRead;
  private long lastBeat;
  private long lastThorough;
  private boolean unsettled = true;
  private boolean storeDown;
  private volatile Optional<Lineage> lineage = Optional.empty();
  private volatile Optional<Recovery> recovery = Optional.empty();
  private volatile ProbeResult view = ProbeResult.nothing();
  private volatile long tickMillis;
  private volatile OptionalLong writtenMillis = OptionalLong.empty();

  HeartbeatLoop(
      AgentPorts ports,
      NodeDescription self,
      JournalStore journalStore,
      EtcdProbe look,
      StartupSequence startUp,
      Executor executor,
      TaskRunner tasks,
      BooleanSupplier closed,
      Runnable stepsWakeup) {
    this.closed = closed;
    this.ports = ports;
    this.journalStore = journalStore;
    this.look = look;
    this.startUp = startUp;
    this.executor = executor;
    this.tasks = tasks;
    this.stepsWakeup = stepsWakeup;
    reads = new ControlPlaneReader(ports.store(), self, () -> ports.tls().proof().isPresent());
    String nonce = ports.nonces().get();
    HoldingWatch holding =
        new HoldingWatch(ports.recovery(), ports.disk(), self.endpoints(), nonce);
    composer =
        new HeartbeatComposer(
            self,
            nonce,
            new ReportComposer(
                tasks.kinds(),
                holding.abilities(),
                tasks::progress,
                holding::holds,
                holding::fenced,
                ports.tls(),
                ports.interruption(),
                new SpaceView(() -> ports.disk().room()),
                new PutAsideWatch(ports.disk())::look,
                new AuthWatch(
                    () -> ports.etcd().authRevision(self.endpoints().clientUrl()),
                    ports.monotonicMillis()),
                closed));
    tickMillis = ports.monotonicMillis().getAsLong();
    notice = new NoticeWatch(ports.store(), self, tickMillis);
  }

  ControlPlaneReader reads() {
    return reads;
  }

  Optional<Lineage> lineage() {
    return lineage;
  }

  Optional<Recovery> recovery() {
    return recovery;
  }

  ProbeResult view() {
    return view;
  }

  long tickMillis() {
    return tickMillis;
  }

  OptionalLong writtenMillis() {
    return writtenMillis;
  }

  CountsByName<String> results() {
    return results;
  }

  /** Takes what was read when the agent started. */
  void begin(ControlPlaneReader.AtStart read) {
    writer = Optional.of(new HeartbeatWriter(ports.store(), read.ownRow(), () -> rate(false)));
    obey(read.record().get());
  }

  /** Looks, and beats when it is due; how many milliseconds until the next look. */
  long tick(long now) {
    tickMillis = now;
    ports.tls().look();
    if (tasks.progress().isPresent()) {
      nextBeat = Math.min(nextBeat, lastBeat + STEADY_MILLIS);
    }
    boolean told = told(now);
    boolean thorough = told || now >= Math.min(nextBeat, nextThorough());
    Optional<Long> logBefore = logEnd();
    view = look.look(now, thorough);
    tellTrouble();
    List<Object> key = key(view);
    boolean changed = !key.equals(lastKey);
    if (changed && !thorough) {
      view = look.look(now, true);
      key = key(view);
    }
    if (thorough || changed) {
      lastThorough = now;
    }
    lastKey = key;
    try {
      if (changed || told || now >= nextBeat) {
        beat(now, changed);
        up();
      } else if (writer.isPresent() && awaitsRecords() && now >= nextRead) {
        // Not before the own row was read: it may say that this disk took another's place (I11).
        obey(reads.read());
        nextRead = now + recordsPause();
        up();
      }
    } catch (StoreUnavailableException e) {
      nextBeat = now + FAST_MILLIS;
      down(e);
    } catch (UnreadableRecordException e) {
      nextBeat = now + STEADY_MILLIS;
      down(e);
    }
    long due = Math.min(nextBeat, glances() ? notice.nextGlance() : nextBeat);
    long until = Math.max(1, due - ports.monotonicMillis().getAsLong());
    return Math.min(pause(logBefore), until);
  }

  /** A store that does not answer a glance is tried by a heartbeat at once. */
  private boolean told(long now) {
    try {
      return glances() && now < nextBeat && notice.glance(now);
    } catch (StoreUnavailableException e) {
      nextBeat = now;
      down(e);
      return false;
    }
  }

  /**
   * However seldom a node beats, its quorum and its peers are looked at as often as ever: where a
   * look comes with each glance, every second one is thorough, and none is more than 5 s after.
   */
  private long nextThorough() {
    if (unsettled) {
      return lastThorough + FAST_MILLIS;
    }
    return seldom() ? lastThorough + THOROUGH_MILLIS : nextBeat;
  }

  private boolean seldom() {
    return journalStore.current().spec().filter(spec -> spec.timings().seldom()).isPresent();
  }

  /** An unsettled node, and one that tries to reach the store again, reads with each heartbeat. */
  private boolean glances() {
    return seldom() && !unsettled && !storeDown && writer.isPresent();
  }

  /**
   * A settled cluster whose log stands still is looked at less often: there is no watermark to
   * learn, and etcd's exit or a lost directory rings without being looked for. A leader looks often
   * enough to tell of a silent peer, which takes a time-out of 2 s, within 5 s.
   */
  private long pause(Optional<Long> logBefore) {
    if (awaitsRecords()) {
      return recordsPause();
    }
    if (unsettled || !logBefore.equals(logEnd())) {
      return LOOK_MILLIS;
    }
    boolean leads = view.status().filter(MemberStatus::leads).isPresent();
    return leads && !view.peers().isEmpty() ? LEADER_LOOK_MILLIS : QUIET_LOOK_MILLIS;
  }

  private Optional<Long> logEnd() {
    return view.status().map(MemberStatus::raftIndex);
  }

  private void beat(long now, boolean changed) {
    AgentJournal journal = journalStore.current();
    Optional<String> currentStep =
        journal.progress().map(p -> currentStep(p.command().kind(), p.step()));
    Optional<String> why = alarm.or(() -> trouble);
    Heartbeat beat =
        composer.next(
            journal, view, currentStep, startUp.foreignData(), why, ports.clock().instant(), now);
    unsettled = AlertPolicy.unsettled(beat).isPresent() || why.isPresent();
    lastBeat = now;
    nextBeat = now + (witness() ? Math.min(WITNESS_MILLIS, rate(true)) : rate(unsettled));
    if (writer.isEmpty()) {
      ControlPlaneReader.AtStart read = reads.readAtStart();
      startUp.readLate(read);
      begin(read);
      nextBeat = 0;
      return;
    }
    write(beat);
    if (changed || !glances() || tasks.progress().isPresent() || notice.due(now)) {
      ControlRecord record = reads.read();
      notice.read(now);
      obey(record);
    }
  }

  private String currentStep(Object kind, String step) {
    String what = executor.currentStep();
    return kind + " " + step + (what.isEmpty() ? "" : ": " + what);
  }

  private void write(Heartbeat beat) {
    HeartbeatWriter to = writer.orElseThrow();
    boolean before = to.replaced();
    if (to.write(beat, tickMillis)) {
      composer.written();
      writtenMillis = OptionalLong.of(tickMillis);
      results.add("written");
    } else {
      results.add("refused");
      if (!before && to.replaced()) {
        LOG.error(
            "event=row-taken detail=\"another agent runs as {}: nothing is reported while it does,"
                + " etcd goes on\"",
            beat.instance());
      }
    }
  }

  private void obey(ControlRecord record) {
    tellTaskTrouble();
    startUp.lookWhileHalted(record.lineage());
    Optional<String> stale = RecordCheck.stale(journalStore.current(), record.lineage());
    if (!stale.equals(alarm)) {
      alarm = stale;
      stale.ifPresent(why -> LOG.error("event=record-not-obeyed because=\"{}\"", why));
    }
    if (stale.isPresent()) {
      return;
    }
    // Before the journal: what etcd is started with is then never older than the spec it names.
    record.spec().ifPresent(spec -> ports.tls().follow(spec.tls()));
    record
        .spec()
        .filter(spec -> !journalStore.current().spec().equals(Optional.of(spec)))
        .ifPresent(spec -> journalStore.change(edit -> edit.spec(spec)));
    // After the spec: a generation begins by what that asks for.
    lineage = record.lineage();
    record.certificates().ifPresent(own -> ports.tls().install(own.authorities(), own.signed()));
    startUp.forbid(record.lineage(), Optional.empty());
    executor.offer(record);
    recovery = reads.recovery();
    AgentJournal journal = journalStore.current();
    tasks.offer(
        RecoveryGate.trial(journal, record.lineage(), recovery)
            .or(() -> RecoveryGate.salvage(journal, record.lineage(), recovery))
            .map(record::telling)
            .orElse(record));
    stepsWakeup.run();
  }

  /** What this node does next is told by a record: where to begin, or that it is to be fenced. */
  private boolean awaitsRecords() {
    return unbootstrapped()
        || view.status().filter(status -> status.leader().isEmpty()).isPresent();
  }

  /** A commit rests on heartbeats of its own turn, and a whole cluster waits for it. */
  private boolean witness() {
    return unbootstrapped()
        && recovery.filter(now -> now.state() == Recovery.State.TRIAL).isPresent();
  }

  private boolean unbootstrapped() {
    return journalStore.current().member().isEmpty()
        || journalStore.current().verdict().isPresent();
  }

  private long recordsPause() {
    return unbootstrapped() ? BOOTSTRAP_MILLIS : LEADERLESS_MILLIS;
  }

  private long rate(boolean fast) {
    var timings = journalStore.current().spec().map(s -> s.timings());
    return fast
        ? timings.map(t -> t.heartbeatFast().toMillis()).orElse(FAST_MILLIS)
        : timings.map(t -> t.heartbeatSteady().toMillis()).orElse(STEADY_MILLIS);
  }

  private void down(RuntimeException e) {
    results.add("failed");
    if (!storeDown) {
      LOG.warn("event=store-unavailable detail=\"{}\"", e.getMessage());
    }
    storeDown = true;
  }

  private void up() {
    if (storeDown) {
      LOG.info("event=store-available");
    }
    storeDown = false;
  }

  private void tellTrouble() {
    if (!look.trouble().equals(trouble)) {
      trouble = look.trouble();
      LOG.warn("event=journal-trouble detail=\"{}\"", trouble.orElse("over"));
    }
  }

  private void tellTaskTrouble() {
    if (!reads.taskTrouble().equals(taskTrouble)) {
      taskTrouble = reads.taskTrouble();
      LOG.warn("event=task-unreadable detail=\"{}\"", taskTrouble.orElse("over"));
    }
  }

  private List<Object> key(ProbeResult now) {
    return List.of(
        now.process(),
        now.runs(),
        now.status().flatMap(MemberStatus::leader),
        now.status().map(MemberStatus::learner),
        now.status().map(MemberStatus::alarms),
        now.listing().map(ListedMembers::members),
        now.peers().stream().map(PeerView::answering).toList(),
        now.refused(),
        journalStore.current().verdict().or(now::verdict),
        journalStore.current().member().map(m -> m.identity()),
        journalStore.current().outcome(),
        journalStore.current().tasks().outcome(),
        journalStore.current().progress().map(p -> p.step()),
        ports.tls().proof(),
        ports.tls().own(),
        ports.interruption().get(),
        closed.getAsBoolean());
  }
}
