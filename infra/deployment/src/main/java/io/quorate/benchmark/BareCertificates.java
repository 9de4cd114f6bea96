package io.quorate.benchmark;

import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.OwnAuthority;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What bare etcd speaks TLS with: two authorities, a certificate for peers, one for clients, and a
 * client's own, as the controller would sign them; each is for all members, who share a disk.
 */
final class BareCertificates {
  /** A member calls from there, and is asked whether its certificate is good for it. */
  private static final String LOOPBACK = "127.0.0.1";

  private final List<String> flags;
  private final EtcdAccess access;

  private BareCertificates(List<String> flags, EtcdAccess access) {
    this.flags = List.copyOf(flags);
    this.access = access;
  }

  /** Makes them for members at these addresses, in files in this folder. */
  static BareCertificates make(Path folder, List<String> addresses)
      throws IOException, InterruptedException {
    List<String> good = new ArrayList<>(addresses);
    good.add(LOOPBACK);
    OwnAuthority peers = OwnAuthority.create(folder, "peers");
    OwnAuthority clients = OwnAuthority.create(folder, "clients");
    OwnAuthority.Pair peer = peers.issue("peer", good);
    OwnAuthority.Pair server = clients.issue("server", good);
    OwnAuthority.Pair client = clients.issue("client", List.of());
    return new BareCertificates(
        List.of(
            "--peer-cert-file=" + peer.certificate(),
            "--peer-key-file=" + peer.key(),
            "--peer-trusted-ca-file=" + peers.certificate(),
            "--peer-client-cert-auth=true",
            "--cert-file=" + server.certificate(),
            "--key-file=" + server.key(),
            "--trusted-ca-file=" + clients.certificate(),
            "--client-cert-auth=true"),
        EtcdAccess.tls(
            new EtcdAccess.ClientFiles(clients.certificate(), client.certificate(), client.key())));
  }

  /** What etcd is given. */
  List<String> flags() {
    return flags;
  }

  /** How the members are called. */
  EtcdAccess access() {
    return access;
  }
}
