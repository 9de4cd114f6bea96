package io.quorate.agent.etcd.client;

import java.io.IOException;

/** etcd's stream of a snapshot broke off: what was read of it is no snapshot. */
public final class SnapshotBrokenException extends IOException {
  private static final long serialVersionUID = 1L;

  SnapshotBrokenException(String message) {
    super(message);
  }

  SnapshotBrokenException(String message, Throwable cause) {
    super(message, cause);
  }
}
