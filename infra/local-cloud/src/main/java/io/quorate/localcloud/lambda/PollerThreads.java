package io.quorate.localcloud.lambda;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads that run until they end by themselves or all are interrupted. */
final class PollerThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PollerThreads.class);

  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  /** What a thread does. */
  @FunctionalInterface
  interface Work {
    void run() throws InterruptedException;
  }

  void start(String name, Work work) {
    Thread thread =
        Thread.ofVirtual()
            .name(name)
            .unstarted(
                () -> {
                  try {
                    work.run();
                  } catch (InterruptedException e) {
                    LOG.debug("thread={} interrupted=true", name);
                  } finally {
                    threads.remove(Thread.currentThread());
                  }
                });
    threads.add(thread);
    thread.start();
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }
}
