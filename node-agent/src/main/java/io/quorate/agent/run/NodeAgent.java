package io.quorate.agent.run;

import io.quorate.agent.execution.JournalBook;
import io.quorate.agent.execution.Progress;
import io.quorate.agent.execution.Self;
import io.quorate.agent.execution.Verdict;
import io.quorate.agent.heartbeat.ControlReads;
import io.quorate.agent.heartbeat.LocalLook;
import io.quorate.agent.heartbeat.LocalView;
import io.quorate.agent.steps.BirthSteps;
import io.quorate.agent.steps.Executor;
import io.quorate.agent.steps.StepContext;
import io.quorate.agent.supervision.Supervisor;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.DataState;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import io.quorate.store.StoreUnavailableException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's three loops over its decisions: etcd (which never waits for the store), steps, and
 * heartbeats. A loop that fails ends all of them, and {@link #run} throws: etcd goes on serving.
 */
public final class NodeAgent {
  private static final Logger LOG = LoggerFactory.getLogger(NodeAgent.class);
  private static final long RECORD_MILLIS = 2_000;
  private static final long RETRY_MILLIS = 1_000;
  private static final long STEP_WAIT_MILLIS = 100;

  private final Ports ports;
  private final JournalBook book;
  private final Bell etcdBell = new Bell();
  private final Bell stepBell = new Bell();
  private final Bell beatBell = new Bell();
  private final Counters<String> restarts = new Counters<>();
  private final Counters<NodeSnapshot.Step> steps = new Counters<>();
  private final Supervisor supervisor;
  private final Executor executor;
  private final BirthSteps births;
  private final StartUp startUp;
  private final Beats beats;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final CountDownLatch finished = new CountDownLatch(1);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /**
   * Opens the journal, which counts one more boot.
   *
   * @param installed the etcd release that is installed
   */
  public NodeAgent(Self self, Ports ports, EtcdVersion installed) {
    this.ports = ports;
    book = BootRecord.open(ports, self);
    ClusterSpec defaults = ClusterSpec.defaults(self.cluster(), installed);
    supervisor =
        new Supervisor(
            book,
            ports.host(),
            ports.disk(),
            ports.etcd(),
            new AgentEvents(restarts, beatBell::ring),
            etcdBell::ring);
    StepContext context =
        new StepContext(
            self, book, ports.etcd(), ports.disk(), supervisor, defaults, ports.nonces());
    executor = new Executor(context);
    births = new BirthSteps(context);
    startUp = new StartUp(self, book, ports.disk(), supervisor, defaults);
    LocalLook look = new LocalLook(self, book, ports.etcd(), supervisor);
    beats = new Beats(ports, self, book, look, startUp, executor, stepBell::ring);
  }

  /** To be called when etcd's process ended. */
  public void etcdEnded() {
    etcdBell.ring();
  }

  /** Works until closed or abandoned; throws when a loop failed. */
  public void run() throws InterruptedException {
    boolean adopted = startUp.adopt();
    Thread etcd = loop("agent-etcd", etcdBell, () -> supervisor.tick(now()));
    Optional<ControlReads.AtStart> read = readAtStart();
    startUp.start(adopted, read);
    read.ifPresent(beats::begin);
    Thread step = loop("agent-steps", stepBell, this::step);
    Thread beat = loop("agent-heartbeat", beatBell, beats::tick);
    ended.await();
    for (Thread thread : new Thread[] {step, beat, etcd}) {
      thread.interrupt();
      thread.join(TimeUnit.SECONDS.toMillis(10));
    }
    finished.countDown();
    Throwable cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("a loop of the agent failed", cause);
    }
  }

  private long now() {
    return ports.monotonicMillis().getAsLong();
  }

  private Optional<ControlReads.AtStart> readAtStart() throws InterruptedException {
    FutureTask<ControlReads.AtStart> task = new FutureTask<>(beats.reads()::readAtStart);
    Thread.ofPlatform().daemon().name("agent-record").start(task);
    try {
      return Optional.of(task.get(recordMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      LOG.warn("event=record-unreachable detail=\"not read in time: going by the journal alone\"");
      return Optional.empty();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StoreUnavailableException
          || e.getCause() instanceof UnreadableRecordException) {
        LOG.warn("event=record-unreachable detail=\"{}\"", e.getCause().getMessage());
        return Optional.empty();
      }
      throw new IllegalStateException("cannot read the control record", e.getCause());
    }
  }

  private long recordMillis() {
    return book.current()
        .spec()
        .map(s -> s.timings().controlRecordWait().toMillis())
        .orElse(RECORD_MILLIS);
  }

  /** One look of a loop; how long until the next. */
  private interface Tick {
    long go();
  }

  private Thread loop(String name, Bell bell, Tick tick) {
    return Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(
            () -> {
              try {
                while (ended.getCount() > 0) {
                  bell.await(once(tick));
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (RuntimeException | Error e) {
                LOG.error("event=loop-failed loop={}", name, e);
                failure.compareAndSet(null, e);
                ended.countDown();
              }
            });
  }

  /** A disk that cannot be written or read is tried again: it may only be full. */
  private static long once(Tick tick) {
    try {
      return tick.go();
    } catch (UncheckedIOException e) {
      LOG.warn("event=disk-trouble detail=\"{}\"", e.getMessage());
      return RETRY_MILLIS;
    }
  }

  private long step() {
    switch (births.advance(beats.lineage())) {
      case BirthSteps.Result.Nothing nothing -> {}
      case BirthSteps.Result.Started started -> {
        LOG.info("event=bootstrap because=\"{}\"", started.because());
        beatBell.ring();
      }
      case BirthSteps.Result.Refused refused -> {
        LOG.error("event=bootstrap-refused because=\"{}\"", refused.because());
        return RETRY_MILLIS;
      }
    }
    Optional<Progress> before = book.current().progress();
    String waited = executor.doing();
    Executor.Advance advance = executor.advance(now());
    StepNews.of(before, waited, book.current())
        .ifPresent(
            news -> {
              news.step().ifPresent(steps::add);
              LOG.info("{}", news);
              beatBell.ring();
            });
    return switch (advance) {
      case IDLE -> RETRY_MILLIS;
      case MOVED -> 0;
      case WAITING -> STEP_WAIT_MILLIS;
    };
  }

  /** Stops etcd cleanly, then the loops. */
  public void close() throws InterruptedException {
    supervisor.stop();
    long until = now() + TimeUnit.SECONDS.toMillis(30);
    CountDownLatch never = new CountDownLatch(1);
    while (!supervisor.stopped() && now() < until && ended.getCount() > 0) {
      if (never.await(20, TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    ended.countDown();
    if (!finished.await(10, TimeUnit.SECONDS)) {
      LOG.warn("event=slow-end detail=\"a loop of the agent has not ended within 10 s\"");
    }
  }

  /** Stops the loops and leaves etcd serving. */
  public void abandon() {
    ended.countDown();
  }

  /** What is known now; never blocks. */
  public NodeSnapshot snapshot() {
    LocalView view = beats.view();
    return new NodeSnapshot(
        beats.tickMillis(),
        beats.lineage().filter(l -> l.state() == Lineage.State.COMMITTED).isPresent(),
        view.process(),
        book.current()
            .verdict()
            .map(Verdict::state)
            .orElse(book.current().member().isPresent() ? DataState.INTACT : DataState.NONE),
        view.status().map(MemberStatus::revision),
        beats.results().copy(),
        restarts.copy(),
        steps.copy());
  }
}
