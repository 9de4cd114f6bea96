package io.quorate.agent.etcd;

import java.nio.file.Path;
import java.util.Optional;

/**
 * PEM files that etcd serves TLS with.
 *
 * @param key the private key of both certificates
 * @param peerCa whose certificates other members must show
 * @param peer shown to other members
 * @param server shown to clients
 * @param clientCa whose certificates clients must show; empty: they are asked for none
 */
public record EtcdTlsFiles(
    Path key, Path peerCa, Path peer, Path server, Optional<Path> clientCa) {}
