package io.quorate.etcdmodel;

import java.util.SortedMap;
import java.util.TreeMap;

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
 * @param closed whether it listens for clients on loopback only
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
    Timing timing,
    boolean closed) {
  /** Open to clients. */
  public ProcessSpec(
      String name,
      String peerUrl,
      String clientUrl,
      SortedMap<String, String> initialCluster,
      boolean existing,
      String token,
      boolean forceNewCluster,
      ModelDirectory directory,
      Timing timing) {
    this(
        name,
        peerUrl,
        clientUrl,
        initialCluster,
        existing,
        token,
        forceNewCluster,
        directory,
        timing,
        false);
  }

  /** What {@code --initial-cluster} says: peer URL by name. */
  public static SortedMap<String, String> initialCluster(String flag) {
    SortedMap<String, String> urls = new TreeMap<>();
    for (String entry : flag.split(",", -1)) {
      int at = entry.indexOf('=');
      if (at > 0) {
        urls.put(entry.substring(0, at), entry.substring(at + 1));
      }
    }
    return urls;
  }

  /** The same on what is there by now. */
  public ProcessSpec forced(boolean force, ModelDirectory on) {
    return new ProcessSpec(
        name, peerUrl, clientUrl, initialCluster, existing, token, force, on, timing, closed);
  }
}
