package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.heartbeat.ControlPlaneReader;
import io.quorate.spec.EtcdVersion;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads, waits and bells around {@link AgentLoops}. A loop that fails ends all of them, and
 * {@link #run} throws: etcd goes on serving.
 */
public final class NodeAgent {
  private static final Logger LOG = LoggerFactory.getLogger(NodeAgent.class);
  private static final long KILLED_MILLIS = 10_000;

  private final LoopWakeup etcdWakeup = new LoopWakeup();
  private final LoopWakeup stepWakeup = new LoopWakeup();
  private final LoopWakeup beatWakeup = new LoopWakeup();
  private final LongSupplier monotonicMillis;
  private final AgentLoops loops;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final CountDownLatch finished = new CountDownLatch(1);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /**
   * Opens the journal, which counts one more boot.
   *
   * @param installed the etcd release that is installed
   */
  public NodeAgent(NodeDescription self, AgentPorts ports, EtcdVersion installed) {
    monotonicMillis = ports.monotonicMillis();
    loops =
        new AgentLoops(
            self,
            ports,
            installed,
            new LoopWakeups(etcdWakeup::ring, stepWakeup::ring, beatWakeup::ring));
  }

  /** To be called when etcd's process ended. */
  public void etcdEnded() {
    etcdWakeup.ring();
  }

  /** To be called when etcd has logged something, as it does when it loses its leader. */
  public void etcdLogged() {
    beatWakeup.ring();
  }

  /** To be called when the cloud said that it is about to take the instance. */
  public void interrupted() {
    beatWakeup.ring();
  }

  /** Works until closed or abandoned; throws when a loop failed. */
  public void run() throws InterruptedException {
    loops.adopt();
    Thread etcd = loop("agent-etcd", etcdWakeup, loops::etcdTick);
    loops.start(readAtStart());
    Thread step = loop("agent-steps", stepWakeup, loops::stepTick);
    Thread beat = loop("agent-heartbeat", beatWakeup, loops::beatTick);
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

  private Optional<ControlPlaneReader.AtStart> readAtStart() throws InterruptedException {
    FutureTask<Optional<ControlPlaneReader.AtStart>> task = new FutureTask<>(loops::readAtStart);
    Thread.ofPlatform().daemon().name("agent-record").start(task);
    try {
      return task.get(loops.recordWaitMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.warn("event=record-unreachable detail=\"not read in time: going by the journal alone\"");
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot read the control record", e.getCause());
    }
  }

  private Thread loop(String name, LoopWakeup wakeup, LongUnaryOperator tick) {
    return Thread.ofPlatform().daemon().name(name).start(() -> repeat(name, wakeup, tick));
  }

  private void repeat(String name, LoopWakeup wakeup, LongUnaryOperator tick) {
    try {
      while (ended.getCount() > 0) {
        wakeup.await(tick.applyAsLong(monotonicMillis.getAsLong()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      if (ended.getCount() > 0) {
        failed(name, e);
      }
    } catch (RuntimeException | Error e) {
      failed(name, e);
    }
  }

  private void failed(String loop, Throwable cause) {
    LOG.error("event=loop-failed loop={}", loop, cause);
    failure.compareAndSet(null, cause);
    ended.countDown();
  }

  /**
   * Stops etcd cleanly, then the loops. It waits for longer than etcd may take before it is killed,
   * and throws when etcd runs even then: nobody else would see to it.
   */
  public void close() throws InterruptedException {
    loops.stop();
    boolean inTime = stopsInTime();
    ended.countDown();
    if (!finished.await(10, TimeUnit.SECONDS)) {
      LOG.warn("event=slow-end detail=\"a loop of the agent has not ended within 10 s\"");
    }
    if (!inTime) {
      throw new IllegalStateException("etcd has not ended, though it was killed");
    }
  }

  private boolean stopsInTime() throws InterruptedException {
    long began = monotonicMillis.getAsLong();
    CountDownLatch never = new CountDownLatch(1);
    while (!loops.stopped() && ended.getCount() > 0) {
      if (monotonicMillis.getAsLong() - began > loops.stopGraceMillis() + KILLED_MILLIS
          || never.await(20, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return true;
  }

  /** Stops the loops and leaves etcd serving. */
  public void abandon() {
    ended.countDown();
  }

  /** How many agents this disk has had, this one counted. */
  public long bootCount() {
    return loops.bootCount();
  }

  /** What the journal says now. */
  public AgentJournal journal() {
    return loops.journal();
  }

  /** What is known now; never blocks. */
  public AgentSnapshot snapshot() {
    return loops.snapshot();
  }
}
