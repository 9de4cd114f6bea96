package io.quorate.etcdmodel;

import java.util.SortedMap;

/**
 * How an etcd process is started.
 *
 * @param name {@code --name}
 * @param peerUrl where it listens for, and is reached by, peers
 * @param clientUrl where it listens for clients
 * @param initialCluster {@code --initial-cluster}: peer URL by name
 * @param existing whether {@code --initial-cluster-state} is existing, not new
 * @param token {@code --initial-cluster-token}
 * @param forceNewCluster whether {@code --force-new-cluster} is given
 * @param directory the data directory
 * @param timing how it is tuned
 */
public record ProcessSpec(
    String name,
    String peerUrl,
    String clientUrl,
    SortedMap<String, String> initialCluster,
    boolean existing,
    String token,
    boolean forceNewCluster,
    ModelDirectory directory,
    Timing timing) {
  /** The same on what is there by now. */
  public ProcessSpec forced(boolean force, ModelDirectory on) {
    return new ProcessSpec(
        name, peerUrl, clientUrl, initialCluster, existing, token, force, on, timing);
  }
}
