package io.quorate.simulation.node;

import io.quorate.etcdmodel.ModelDirectory;

/** Sees what agents do to their machines, as it happens. */
public interface Watcher {
  /** Sees nothing. */
  Watcher NOBODY = new Watcher() {};

  /** An agent ends its etcd, which still runs. */
  default void agentStops(Machine machine) {}

  /** An agent kills its etcd so long after one first asked it to stop; 0 if none did. */
  default void kills(Machine machine, long askedMillis) {}

  /** An agent has saved its journal: what it says now is there for good. */
  default void saved(Machine machine) {}

  /** An agent starts an etcd. */
  default void starts(Machine machine) {}

  /** An agent came to this step of an instruction, or crashed in it. */
  default void step(Machine machine, String step) {}

  /** An agent is about to delete this archived directory. */
  default void pruned(Machine machine, ModelDirectory directory) {}

  /** An agent takes this directory out of etcd's path; it is still there. */
  default void archived(Machine machine, ModelDirectory directory) {}
}
