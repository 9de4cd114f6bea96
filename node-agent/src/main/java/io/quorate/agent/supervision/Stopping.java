package io.quorate.agent.supervision;

import io.quorate.agent.port.EtcdHost;
import java.util.Optional;

/** A stop under way: SIGTERM first, and SIGKILL when its grace is over. */
final class Stopping {
  /** An idle etcd ends within half of it; one that waits for a lost quorum does not for seconds. */
  private static final long SOON_MILLIS = 100;

  private Optional<Long> askedAt = Optional.empty();
  private boolean soon;

  /** Nobody wants it stopped any more, or it is. */
  void over() {
    askedAt = Optional.empty();
    soon = false;
  }

  /** No grace beyond what an idle etcd needs. */
  void soon() {
    soon = true;
  }

  /** Does what is due on a process that runs. */
  void advance(EtcdHost host, long now, long graceMillis) {
    if (askedAt.isEmpty()) {
      askedAt = Optional.of(now);
      host.terminate();
    } else if (now - askedAt.get() > (soon ? Math.min(SOON_MILLIS, graceMillis) : graceMillis)) {
      host.kill();
    }
  }
}
