package io.quorate.state;

/** What an agent knows of its etcd process. */
public enum ProcessState {
  /** No process, and none is wanted. */
  STOPPED,
  /** A process runs but has not answered yet. */
  STARTING,
  /** It answers status calls. */
  ANSWERING,
  /** It runs but does not answer. */
  UNRESPONSIVE,
  /** It exited and waits for its next start. */
  BACKING_OFF
}
