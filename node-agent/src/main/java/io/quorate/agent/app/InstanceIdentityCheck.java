package io.quorate.agent.app;

/**
 * Holds what the agent started by against the metadata service's word. Another address or zone ends
 * the agent, for the next one to adopt etcd under the right one; another instance ends etcd, too:
 * its member is a copy of one that may live elsewhere (I11).
 */
record InstanceIdentityCheck(
    InstanceIdentity startedBy, ShutdownCoordinator ending, RunningAgent agent) {
  void against(InstanceIdentity told) {
    String difference = "started by %s, the metadata service tells %s".formatted(startedBy, told);
    if (!told.instance().equals(startedBy.instance())) {
      ending.anotherInstance(agent, difference);
    } else if (!told.equals(startedBy)) {
      ending.failed("agent-identity", new IllegalStateException(difference));
    }
  }
}
