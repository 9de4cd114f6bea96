package io.quorate.agent.etcd.process;

import io.quorate.agent.etcd.client.EtcdTlsFiles;
import io.quorate.spec.EtcdSettings;
import io.quorate.spec.EtcdVersion;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything etcd is started with.
 *
 * @param name the member's name, the instance id
 * @param dataDir etcd's own folder
 * @param initialCluster peer URLs by member name, this member's among them
 * @param clusterToken unique to the generation
 * @param settings what the spec asks for
 * @param tls what it serves TLS with; empty: its connections are plain
 * @param installed the release that the binary is, which decides how flags are spelt
 */
public record EtcdLaunch(
    String name,
    Path dataDir,
    List<String> listenPeerUrls,
    List<String> advertisePeerUrls,
    List<String> listenClientUrls,
    List<String> advertiseClientUrls,
    Map<String, List<String>> initialCluster,
    InitialClusterState state,
    String clusterToken,
    EtcdSettings settings,
    Optional<EtcdTlsFiles> tls,
    EtcdVersion installed) {
  /** Copies the collections; refuses an initial cluster that leaves this member out. */
  public EtcdLaunch {
    listenPeerUrls = List.copyOf(listenPeerUrls);
    advertisePeerUrls = List.copyOf(advertisePeerUrls);
    listenClientUrls = List.copyOf(listenClientUrls);
    advertiseClientUrls = List.copyOf(advertiseClientUrls);
    Map<String, List<String>> members = new TreeMap<>();
    initialCluster.forEach((member, urls) -> members.put(member, List.copyOf(urls)));
    initialCluster = Collections.unmodifiableMap(members);
    if (!initialCluster.containsKey(name)) {
      throw new IllegalArgumentException(
          "initial cluster " + initialCluster.keySet() + ": expected it to name '" + name + "'");
    }
  }
}
