package io.quorate.agent.tls;

import static io.quorate.agent.tls.GivenPair.Use.CALLING;
import static io.quorate.agent.tls.GivenPair.Use.SERVING;

import io.quorate.spec.TlsFilePaths;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All the files that a spec names, checked together. */
final class GivenSet {
  static final String PEER = "peer.pem";
  static final String PEER_CA = "peer-ca.pem";
  static final String SERVER = "server.pem";
  static final String CLIENT_CA = "client-ca.pem";
  static final String AGENT = "agent.pem";

  private final TlsFilePaths paths;
  private final String address;

  /**
   * As a spec names them.
   *
   * @param address of the node
   */
  GivenSet(TlsFilePaths paths, String address) {
    this.paths = paths;
    this.address = address;
  }

  /** Every file, each once, in the order in which they are looked at. */
  List<Path> files() {
    return List.of(
            file("peerCa", paths.peerCa()),
            file("peerCertificate", paths.peer().certificate()),
            file("peerKey", paths.peer().key()),
            file("clientCa", paths.clientCa()),
            file("certificate", paths.server().certificate()),
            file("key", paths.server().key()),
            file("agentCertificate", agent().certificate()),
            file("agentKey", agent().key()))
        .stream()
        .map(GivenFile::path)
        .distinct()
        .toList();
  }

  /**
   * What etcd and the agent may use, by the name of the file that it is kept in.
   *
   * @throws UnfitFileException names the first file that does not fit, and why
   */
  Map<String, String> checked(Instant now) throws UnfitFileException {
    GivenFile peerCa = file("peerCa", paths.peerCa());
    GivenFile clientCa = file("clientCa", paths.clientCa());
    List<X509Certificate> peers = authorities(peerCa);
    List<X509Certificate> clients = authorities(clientCa);
    Map<String, String> kept = new LinkedHashMap<>();
    kept.put(PEER_CA, pem(peerCa, peers));
    kept.put(CLIENT_CA, pem(clientCa, clients));
    kept.put(
        PEER,
        new GivenPair(
                file("peerCertificate", paths.peer().certificate()),
                file("peerKey", paths.peer().key()),
                List.of(SERVING, CALLING),
                Optional.of(address))
            .checked(peerCa, peers, now));
    kept.put(
        SERVER,
        new GivenPair(
                file("certificate", paths.server().certificate()),
                file("key", paths.server().key()),
                List.of(SERVING, CALLING), // etcd's own gateway shows it as a client.
                Optional.of(address))
            .checked(clientCa, clients, now));
    kept.put(
        AGENT,
        new GivenPair(
                file(agentField("agentCertificate", "certificate"), agent().certificate()),
                file(agentField("agentKey", "key"), agent().key()),
                List.of(CALLING),
                Optional.empty())
            .checked(clientCa, clients, now));
    return kept;
  }

  private TlsFilePaths.Pair agent() {
    return paths.agent().orElse(paths.server());
  }

  private String agentField(String own, String otherwise) {
    return paths.agent().isPresent() ? own : otherwise;
  }

  private static GivenFile file(String field, String path) {
    return new GivenFile("tls.files." + field, Path.of(path));
  }

  private static List<X509Certificate> authorities(GivenFile file) throws UnfitFileException {
    List<X509Certificate> found = GivenCertificates.read(file);
    for (X509Certificate each : found) {
      if (each.getBasicConstraints() < 0) {
        throw new UnfitFileException(
            file, "expected authorities, and " + GivenCertificates.name(each) + " is none");
      }
    }
    return found;
  }

  private static String pem(GivenFile file, List<X509Certificate> certificates)
      throws UnfitFileException {
    StringBuilder text = new StringBuilder();
    for (X509Certificate each : certificates) {
      text.append(GivenCertificates.pem(file, each));
    }
    return text.toString();
  }
}
