package io.quorate.agent.steps;

import io.quorate.agent.port.Launch;

/** What steps may ask of the own etcd process. */
public interface EtcdControl {
  /** Wants etcd to run like this from now on, on data that journal and directory agree on. */
  void run(Launch launch);

  /** The same for the first run of a member, on a directory that is to be empty still. */
  void runFirst(Launch launch);

  /** Wants etcd stopped from now on. */
  void stop();

  /** Whether no process of the own etcd is left. */
  boolean stopped();
}
