package io.quorate.store;

/** The two tables; apart so that rights can be kept apart. */
public enum Table {
  /** Written by the controller and the operator's command; read by agents. */
  CLUSTERS,
  /** Written by agents, each its own row; read by the controller. */
  NODES
}
