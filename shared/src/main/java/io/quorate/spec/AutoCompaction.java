package io.quorate.spec;

import java.time.Duration;

/** How etcd drops old revisions by itself: {@code --auto-compaction-mode} and its retention. */
public sealed interface AutoCompaction {
  /** Keeps the revisions of the last so much time, whole milliseconds. */
  record Periodic(Duration retention) implements AutoCompaction {}

  /** Keeps the last so many revisions. */
  record ByRevision(long retention) implements AutoCompaction {}

  /** Never compacts: the clients do it themselves, as a Kubernetes API server does. */
  record Off() implements AutoCompaction {}
}
