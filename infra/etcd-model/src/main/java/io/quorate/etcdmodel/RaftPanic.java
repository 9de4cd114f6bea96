package io.quorate.etcdmodel;

/** Raft found its own state impossible: etcd's process dies of it, with this as its last words. */
final class RaftPanic extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RaftPanic(String message) {
    super(message);
  }
}
