package io.quorate.agent.app;

import java.io.UncheckedIOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the agent's pages as soon as it can: a port that is taken stops no etcd (I10). */
final class PagesOpener {
  private static final Logger LOG = LoggerFactory.getLogger(PagesOpener.class);

  private final Supplier<AgentPages> serve;
  private final Pause pause;

  PagesOpener(Supplier<AgentPages> serve, Pause pause) {
    this.serve = serve;
    this.pause = pause;
  }

  /** Opens them on a thread of its own. */
  void start() {
    Thread.ofPlatform().daemon().name("agent-pages-open").start(this::run);
  }

  private void run() {
    try {
      AgentPages pages = open();
      LOG.info("event=pages-served port={}", pages.port());
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted before the agent's pages were served", e);
    }
  }

  /** Tries until they are served; tells once of what hinders. */
  AgentPages open() throws InterruptedException {
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
