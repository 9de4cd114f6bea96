package io.quorate.agent.supervision;

import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.ProcessMark;

/** What the supervisor tells, for logs, counters and an early heartbeat. */
public interface EtcdEvents {
  /** etcd was executed, or adopted. */
  void started(ProcessMark mark, String how);

  /** etcd exited; it is started again after this pause unless a verdict follows. */
  void exited(Exit exit, long pauseMillis);

  /** The data can never serve again. */
  void unusable(DataVerdict verdict);

  /** Something goes wrong and is tried again. */
  void trouble(String what);
}
