package io.quorate.agent.etcd.client;

import java.nio.file.Path;
import java.util.Optional;

/**
 * PEM files that etcd serves TLS with.
 *
 * @param peer shown to other members
 * @param peerCa whose certificates other members must show
 * @param server shown to clients
 * @param clientCa whose certificates clients must show; empty: they are asked for none
 */
public record EtcdTlsFiles(Pair peer, Path peerCa, Pair server, Optional<Path> clientCa) {
  /**
   * A certificate and its key; one file may hold both.
   *
   * @param certificate the certificate, with the rest of its chain
   * @param key its private key
   */
  public record Pair(Path certificate, Path key) {}
}
