package io.quorate.agent.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.etcd.client.EtcdTlsFiles;
import io.quorate.agent.etcd.client.TlsFiles;
import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.certificate.RequestDigest;
import io.quorate.spec.TlsSettings;
import io.quorate.state.Endpoints;
import io.quorate.state.PublicKeyProof;
import io.quorate.x509.KeyAndRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link LocalTls} in a folder beside the journal:
 *
 * <ol>
 *   <li>once the spec asks for TLS a key pair is made, whose private key never leaves the folder;
 *   <li>the row tells the request that proves it;
 *   <li>what the controller signed for that request is written to files, each in one step, so that
 *       etcd serves it at the next handshake;
 *   <li>etcd is started once all files are there. They stay, whatever becomes of the control plane.
 * </ol>
 */
public final class ManagedTls implements LocalTls {
  private static final Logger LOG = LoggerFactory.getLogger(ManagedTls.class);

  private final Path folder;
  private final String name;
  private final Path key;
  private final Path request;
  private final Path peerCa;
  private final Path clientCa;
  private final Path peer;
  private final Path server;
  private final Path client;
  private final InstantSource clock;
  private volatile Optional<PublicKeyProof> proof = Optional.empty();
  private volatile boolean asksClients;
  private volatile Map<String, Instant> expiries = Map.of();
  private volatile Optional<String> refused = Optional.empty();
  private Optional<NodeCertificates> installed = Optional.empty();

  /**
   * In this folder.
   *
   * @param name of the node, for its request
   * @param clock whether a certificate is in date
   */
  public ManagedTls(Path folder, String name, InstantSource clock) {
    this.clock = clock;
    this.folder = folder;
    this.name = name;
    key = folder.resolve("node.key");
    request = folder.resolve("request.pem");
    peerCa = folder.resolve("peer-ca.pem");
    clientCa = folder.resolve("client-ca.pem");
    peer = folder.resolve("peer.pem");
    server = folder.resolve("server.pem");
    client = folder.resolve("client.pem");
  }

  @Override
  public synchronized void follow(TlsSettings wanted) {
    asksClients = wanted.asksClients();
    if (!wanted.managed()) {
      proof = Optional.empty();
    } else if (proof.isEmpty()) {
      try {
        proof = Optional.of(new PublicKeyProof(ownRequest()));
        expiries = CertificateFiles.expiries(certificates());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot keep the node's key in " + folder + ": " + e, e);
      }
    }
  }

  private String ownRequest() throws IOException {
    if (Files.exists(key) && Files.exists(request)) {
      return Files.readString(request);
    }
    DurableFiles.makeFolders(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    for (Path other : List.of(key, peer, server, client)) {
      Files.deleteIfExists(other); // What was signed for another key fits no longer.
    }
    KeyAndRequest made = KeyAndRequest.create(name);
    DurableFiles.replace(request, made.request().getBytes(UTF_8));
    DurableFiles.replaceSecret(key, made.privateKey().getBytes(UTF_8));
    LOG.info("event=key-made folder={}", folder);
    return made.request();
  }

  @Override
  public Optional<PublicKeyProof> proof() {
    return proof;
  }

  @Override
  public synchronized void install(AuthorityCertificates authorities, NodeCertificates signed) {
    if (installed.filter(signed::equals).isPresent() && missing().isEmpty()) {
      return;
    }
    if (proof.map(RequestDigest::of).filter(signed.request()::equals).isEmpty()) {
      return; // Signed for a former key of this node: the next is on its way.
    }
    Optional<String> doubt = SignedCheck.doubt(authorities, signed, clock.instant());
    if (doubt.isPresent()) {
      if (!doubt.equals(refused)) {
        LOG.error("event=certificates-refused because=\"{}\"", doubt.get());
      }
      refused = doubt; // What is there serves on; in time these may be good.
      return;
    }
    refused = Optional.empty();
    try {
      put(peerCa, authorities.peers());
      put(clientCa, authorities.clients());
      put(peer, signed.peer());
      put(client, signed.client());
      put(server, signed.server());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write certificates to " + folder + ": " + e, e);
    }
    installed = Optional.of(signed);
    expiries = CertificateFiles.expiries(certificates());
    LOG.info(
        "event=certificates-installed addresses={} notAfter={}",
        signed.addresses(),
        signed.notAfter());
  }

  private static void put(Path file, String content) throws IOException {
    if (!Files.exists(file) || !Files.readString(file).equals(content)) {
      DurableFiles.replace(file, content.getBytes(UTF_8));
    }
  }

  @Override
  public Optional<String> missing() {
    if (proof.isEmpty()) {
      return Optional.empty();
    }
    return Stream.of(key, peerCa, clientCa, peer, server, client)
        .filter(file -> !Files.exists(file))
        .findFirst()
        .map(
            file ->
                "this node has no "
                    + file
                    + " yet: "
                    + refused
                        .map(why -> "what the controller signed is not used: " + why)
                        .orElse("etcd is started once the controller has signed its certificates"));
  }

  private Map<String, Path> certificates() {
    return Map.of(
        "peer", peer, "server", server, "client", client, "peer-ca", peerCa, "client-ca", clientCa);
  }

  @Override
  public Map<String, Instant> expiries() {
    return proof.isPresent() ? expiries : Map.of();
  }

  @Override
  public Endpoints endpoints(Endpoints plain) {
    return proof.isEmpty() ? plain : plain.secure();
  }

  @Override
  public Optional<EtcdTlsFiles> etcdFiles() {
    return proof.map(
        told ->
            new EtcdTlsFiles(
                new EtcdTlsFiles.Pair(peer, key),
                peerCa,
                new EtcdTlsFiles.Pair(server, key),
                asksClients ? Optional.of(clientCa) : Optional.empty()));
  }

  @Override
  public Optional<TlsFiles> callFiles() {
    return proof
        .filter(told -> missing().isEmpty())
        .map(told -> new TlsFiles(clientCa, client, key));
  }
}
