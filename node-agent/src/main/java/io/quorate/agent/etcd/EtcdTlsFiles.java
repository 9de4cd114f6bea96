package io.quorate.agent.etcd;

import java.nio.file.Path;

/**
 * PEM files that etcd serves TLS with.
 *
 * @param key the private key of both certificates
 * @param peerCa whose certificates other members must show
 * @param peer shown to other members
 * @param server shown to clients
 */
public record EtcdTlsFiles(Path key, Path peerCa, Path peer, Path server) {}
