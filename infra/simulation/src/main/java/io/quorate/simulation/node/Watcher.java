package io.quorate.simulation.node;

import io.quorate.simulation.etcd.ModelDirectory;

/** Sees what agents do to their machines, as it happens. */
public interface Watcher {
  /** Sees nothing. */
  Watcher NOBODY =
      new Watcher() {
        @Override
        public void agentStops(Machine machine) {}

        @Override
        public void starts(Machine machine) {}

        @Override
        public void kills(Machine machine, long askedMillis) {}

        @Override
        public void saved(Machine machine) {}

        @Override
        public void step(Machine machine, String step) {}

        @Override
        public void archived(Machine machine, ModelDirectory directory) {}
      };

  /** An agent ends its etcd, which still runs. */
  void agentStops(Machine machine);

  /** An agent kills its etcd so long after one first asked it to stop; 0 if none did. */
  void kills(Machine machine, long askedMillis);

  /** An agent has saved its journal: what it says now is there for good. */
  void saved(Machine machine);

  /** An agent starts an etcd. */
  void starts(Machine machine);

  /** An agent came to this step of an instruction, or crashed in it. */
  void step(Machine machine, String step);

  /** An agent takes this directory out of etcd's path; it is still there. */
  void archived(Machine machine, ModelDirectory directory);
}
