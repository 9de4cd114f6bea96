package io.quorate.simulation.differential;

import java.util.Collection;

/** One side of the comparison: the model, or real processes. */
interface Side {
  /** How long a client waits for an answer. */
  long PATIENCE_MILLIS = 3_000;

  /** How many writes "many" are, unless one fails. */
  int MANY = 30;

  /** By how much a restore raises the revision. */
  long BUMP = 1_000_000;

  /** A member id that nobody has. */
  long NOBODY = 0x1234;

  /** How a process begins. */
  enum Begin {
    NEW,
    EXISTING,
    FORCE
  }

  /** Starts a place's etcd, listing these places. */
  void start(int place, Collection<Integer> listed, Begin begin, String token);

  /** Makes a call and says what came of it, in normal words. */
  String call(Op op);

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

  /** Empties a place's directory. */
  void wipe(int place);

  /** Keeps a copy of a place's directory. */
  void copy(int place);

  /** Puts the kept copy in the place of the directory. */
  void rollBack(int place);

  /** Saves a snapshot through a place's API; whether that worked. */
  boolean save(int place);

  /** Restores the saved snapshot into a place's directory, alone, with a bumped revision. */
  void restore(int place, String token);

  /** What is seen now. */
  Seen look();
}
