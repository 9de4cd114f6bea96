package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.ControlRecord;
import io.quorate.agent.execution.JournalBook;
import io.quorate.agent.execution.RecordCheck;
import io.quorate.agent.execution.Self;
import io.quorate.agent.heartbeat.Attention;
import io.quorate.agent.heartbeat.ControlReads;
import io.quorate.agent.heartbeat.HeartbeatComposer;
import io.quorate.agent.heartbeat.HeartbeatWriter;
import io.quorate.agent.heartbeat.LocalLook;
import io.quorate.agent.heartbeat.LocalView;
import io.quorate.agent.port.Listing;
import io.quorate.agent.steps.Executor;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import io.quorate.store.StoreUnavailableException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Heartbeats: one write and one read each, fast while anything is unsettled. In between it looks at
 * the own etcd, each second while its log grows, and beats early when something changed. Without a
 * member it reads the record at the birth rate, for the birth may come at any moment.
 */
final class Beats {
  private static final Logger LOG = LoggerFactory.getLogger(Beats.class);
  private static final long BIRTH_MILLIS = 100;
  private static final long LOOK_MILLIS = 1_000;
  private static final long QUIET_LOOK_MILLIS = 2_500;
  private static final long LEADER_LOOK_MILLIS = 2_000;
  private static final long STEADY_MILLIS = 5_000;
  private static final long FAST_MILLIS = 500;

  private final Ports ports;
  private final JournalBook book;
  private final LocalLook look;
  private final StartUp startUp;
  private final Executor executor;
  private final Runnable stepsBell;
  private final ControlReads reads;
  private final HeartbeatComposer composer;
  private final Counters<String> results = new Counters<>();
  private Optional<HeartbeatWriter> writer = Optional.empty();
  private Optional<String> alarm = Optional.empty();
  private Optional<String> trouble = Optional.empty();
  private List<Object> lastKey = List.of();
  private long nextBeat;
  private long nextRead;
  private long nextThorough;
  private boolean unsettled = true;
  private boolean storeDown;
  private volatile Optional<Lineage> lineage = Optional.empty();
  private volatile LocalView view = LocalView.nothing();
  private volatile long tickMillis;

  Beats(
      Ports ports,
      Self self,
      JournalBook book,
      LocalLook look,
      StartUp startUp,
      Executor executor,
      Runnable stepsBell) {
    this.ports = ports;
    this.book = book;
    this.look = look;
    this.startUp = startUp;
    this.executor = executor;
    this.stepsBell = stepsBell;
    reads = new ControlReads(ports.store(), self);
    composer = new HeartbeatComposer(self, ports.nonces().get());
    tickMillis = ports.monotonicMillis().getAsLong();
  }

  ControlReads reads() {
    return reads;
  }

  Optional<Lineage> lineage() {
    return lineage;
  }

  LocalView view() {
    return view;
  }

  long tickMillis() {
    return tickMillis;
  }

  Counters<String> results() {
    return results;
  }

  /** Takes what was read when the agent started. */
  void begin(ControlReads.AtStart read) {
    writer = Optional.of(new HeartbeatWriter(ports.store(), read.ownRow()));
    obey(read.record().get());
  }

  /** Looks, and beats when it is due; how many milliseconds until the next look. */
  long tick(long now) {
    tickMillis = now;
    boolean thorough = now >= nextBeat || (unsettled && now >= nextThorough);
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
      nextThorough = now + FAST_MILLIS;
    }
    lastKey = key;
    try {
      if (changed || now >= nextBeat) {
        beat(now);
        up();
      } else if (writer.isPresent() && unborn() && now >= nextRead) {
        // Not before the own row was read: it may say that this disk took another's place (I11).
        obey(reads.read());
        nextRead = now + BIRTH_MILLIS;
        up();
      }
    } catch (StoreUnavailableException e) {
      nextBeat = now + FAST_MILLIS;
      down(e);
    } catch (UnreadableRecordException e) {
      nextBeat = now + STEADY_MILLIS;
      down(e);
    }
    long until = Math.max(1, nextBeat - ports.monotonicMillis().getAsLong());
    return Math.min(pause(logBefore), until);
  }

  /**
   * A settled cluster whose log stands still is looked at less often: there is no watermark to
   * learn, and etcd's exit or a lost directory rings without being looked for. A leader looks often
   * enough to tell of a silent peer, which takes a time-out of 2 s, within 5 s.
   */
  private long pause(Optional<Long> logBefore) {
    if (unborn()) {
      return BIRTH_MILLIS;
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

  private void beat(long now) {
    AgentJournal journal = book.current();
    Optional<String> doing = journal.progress().map(p -> doing(p.instruction().kind(), p.step()));
    Optional<String> why = alarm.or(() -> trouble);
    Heartbeat beat =
        composer.next(
            journal, view, doing, startUp.foreignData(), why, ports.clock().instant(), now);
    unsettled = Attention.unsettled(beat).isPresent() || why.isPresent();
    nextBeat = now + rate(unsettled);
    if (writer.isEmpty()) {
      ControlReads.AtStart read = reads.readAtStart();
      startUp.readLate(read);
      begin(read);
      nextBeat = 0;
      return;
    }
    write(beat);
    obey(reads.read());
  }

  private String doing(Object kind, String step) {
    String what = executor.doing();
    return kind + " " + step + (what.isEmpty() ? "" : ": " + what);
  }

  private void write(Heartbeat beat) {
    HeartbeatWriter to = writer.orElseThrow();
    boolean before = to.replaced();
    if (to.write(beat, tickMillis)) {
      composer.written();
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
    Optional<String> stale = RecordCheck.stale(book.current(), record.lineage());
    if (!stale.equals(alarm)) {
      alarm = stale;
      stale.ifPresent(why -> LOG.error("event=record-not-obeyed because=\"{}\"", why));
    }
    if (stale.isPresent()) {
      return;
    }
    lineage = record.lineage();
    record
        .spec()
        .filter(spec -> !book.current().spec().equals(Optional.of(spec)))
        .ifPresent(spec -> book.change(edit -> edit.spec(spec)));
    startUp.forbid(record.lineage(), Optional.empty());
    executor.offer(record);
    stepsBell.run();
  }

  private boolean unborn() {
    return book.current().member().isEmpty() || book.current().verdict().isPresent();
  }

  private long rate(boolean fast) {
    var timings = book.current().spec().map(s -> s.timings());
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

  private List<Object> key(LocalView now) {
    return List.of(
        now.process(),
        now.runs(),
        now.status().flatMap(MemberStatus::leader),
        now.status().map(MemberStatus::learner),
        now.listing().map(Listing::members),
        now.peers().stream().map(PeerView::answering).toList(),
        book.current().verdict().or(now::verdict),
        book.current().member().map(m -> m.identity()),
        book.current().outcome(),
        book.current().progress().map(p -> p.step()));
  }
}
