package io.quorate.etcdmodel.differential;

import java.util.Collection;

/** One side of the comparison: the model, or real processes. */
interface Side {
  /** How a process begins. */
  enum Begin {
    NEW,
    EXISTING,
    FORCE
  }

  /** Starts a place's etcd, listing these places. */
  void start(int place, Collection<Integer> listed, Begin begin, String token);

  /** SIGKILL, and waits for the end. */
  void kill(int place);

  /** SIGTERM, and waits for the end. */
  void terminate(int place);

  /** SIGSTOP. */
  void freeze(int place);

  /** SIGCONT. */
  void thaw(int place);

  /** Refuses, or lets through, every connection from and to the other places. */
  void cut(int place, boolean off);

  /** Their directories. */
  Directories directories();
}
