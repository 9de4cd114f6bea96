package io.quorate.agent.etcd.process;

/** etcd's {@code --initial-cluster-state}; with data present etcd ignores it. */
public enum InitialClusterState {
  /** Bootstraps a cluster: once ever per instance and generation. */
  NEW("new"),
  /** Joins one that lives. */
  EXISTING("existing");

  private final String flag;

  InitialClusterState(String flag) {
    this.flag = flag;
  }

  String flag() {
    return flag;
  }
}
