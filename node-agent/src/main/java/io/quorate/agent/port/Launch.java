package io.quorate.agent.port;

import io.quorate.spec.EtcdSettings;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Endpoints;
import java.util.Optional;

/**
 * How etcd is to be started.
 *
 * @param name etcd name: the instance id
 * @param directory name of the data directory
 * @param endpoints own URLs
 * @param bootstrap whether it runs {@code new}; a directory does so once, ever
 * @param initialCluster {@code name=url,…} of every member
 * @param clusterToken the generation's token
 * @param settings how etcd is run
 * @param release the prepared release that is run; the installed one where absent
 * @param closed whether it listens for clients on loopback only; what it advertises stays
 */
public record Launch(
    String name,
    String directory,
    Endpoints endpoints,
    boolean bootstrap,
    String initialCluster,
    String clusterToken,
    EtcdSettings settings,
    Optional<EtcdVersion> release,
    boolean closed) {
  /** With the installed release, open to clients. */
  public Launch(
      String name,
      String directory,
      Endpoints endpoints,
      boolean bootstrap,
      String initialCluster,
      String clusterToken,
      EtcdSettings settings) {
    this(
        name,
        directory,
        endpoints,
        bootstrap,
        initialCluster,
        clusterToken,
        settings,
        Optional.empty(),
        false);
  }

  /** The same with other settings. */
  public Launch with(EtcdSettings other) {
    return copy(bootstrap, other, release, closed);
  }

  /** The same, on what is there by now: {@code new} runs once, whatever becomes of it. */
  public Launch again() {
    return copy(false, settings, release, closed);
  }

  /** The same with a prepared release, or with the installed one where it is absent. */
  public Launch of(Optional<EtcdVersion> prepared) {
    return copy(bootstrap, settings, prepared, closed);
  }

  /** The same, closed to clients or open. */
  public Launch closed(boolean toClients) {
    return copy(bootstrap, settings, release, toClients);
  }

  private Launch copy(
      boolean first, EtcdSettings how, Optional<EtcdVersion> which, boolean toClients) {
    return new Launch(
        name, directory, endpoints, first, initialCluster, clusterToken, how, which, toClients);
  }
}
