package io.quorate.agent.app;

import java.io.UncheckedIOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the agent's pages as soon as it can: a port that is taken stops no etcd (I10). */
final class AdminServerStarter {
  private static final Logger LOG = LoggerFactory.getLogger(AdminServerStarter.class);

  private final Supplier<AdminServer> serve;
  private final RetryPause pause;

  AdminServerStarter(Supplier<AdminServer> serve, RetryPause pause) {
    this.serve = serve;
    this.pause = pause;
  }

  /** Opens them on a thread of its own. */
  void start() {
    Thread.ofPlatform().daemon().name("agent-pages-open").start(this::run);
  }

  private void run() {
    try {
      AdminServer pages = open();
      LOG.info("event=pages-served port={}", pages.port());
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted before the agent's pages were served", e);
    }
  }

  /** Tries until they are served; tells once of what hinders. */
  AdminServer open() throws InterruptedException {
    boolean told = false;
    while (true) {
      try {
        return serve.get();
      } catch (UncheckedIOException e) {
        if (!told) {
          LOG.error(
              "event=pages-not-served detail=\"{} ({})\" next=\"tried again until it succeeds; etcd is supervised meanwhile\"",
              e.getMessage(),
              String.valueOf(e.getCause()));
        }
        told = true;
        pause.take();
      }
    }
  }
}
