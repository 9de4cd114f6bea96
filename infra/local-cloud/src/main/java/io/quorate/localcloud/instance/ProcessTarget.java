package io.quorate.localcloud.instance;

/** Which of an instance's processes an operation means. */
public enum ProcessTarget {
  /** The supervised command itself. */
  AGENT,
  /** All but the supervised command: its children, wherever they hang now (etcd). */
  OTHERS,
  /** Every one. */
  ALL
}
