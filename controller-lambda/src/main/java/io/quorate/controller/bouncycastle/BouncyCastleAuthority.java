package io.quorate.controller.bouncycastle;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.AuthorityStore;
import io.quorate.certificate.AuthorityStore.Authority;
import io.quorate.certificate.AuthorityUnavailableException;
import io.quorate.certificate.ClientCertificate;
import io.quorate.certificate.ClientCertificateWish;
import io.quorate.certificate.NodeCertificates;
import io.quorate.certificate.RequestDigest;
import io.quorate.controller.act.CertificateAuthority;
import io.quorate.controller.decision.CertificateOrder;
import io.quorate.controller.plan.certificates.RequestProof;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@link CertificateAuthority} with keys in an {@link AuthorityStore}:
 *
 * <ol>
 *   <li>both authorities are read; one that is missing is made, unless the cluster trusts one
 *       already, whose key is lost then;
 *   <li>one that is not the one that the cluster trusts signs nothing;
 *   <li>each node gets three certificates for its key: for peers, for its clients, and for its
 *       agent's own calls;
 *   <li>a client gets one that only calls, of the clients' authority: never one that peers take.
 * </ol>
 */
public final class BouncyCastleAuthority implements CertificateAuthority {
  private final AuthorityStore store;

  /** With the keys that are kept here. */
  public BouncyCastleAuthority(AuthorityStore store) {
    this.store = store;
  }

  @Override
  public Issued issue(CertificateOrder order) {
    IssuingKey peers = open(order, Authority.PEERS);
    IssuingKey clients = open(order, Authority.CLIENTS);
    AuthorityCertificates both =
        new AuthorityCertificates(peers.certificatePem(), clients.certificatePem());
    if (order.known().filter(trusted -> !trusted.equals(both)).isPresent()) {
      throw new AuthorityUnavailableException(
          "the authorities in the bucket are not those that cluster "
              + order.cluster()
              + " trusts: nothing is signed; put the objects below "
              + order.cluster()
              + "/"
              + order.uid()
              + "/pki/ back as they were");
    }
    List<NodeCertificates> nodes =
        order.nodes().stream().map(node -> sign(order.at(), node, peers, clients)).toList();
    return new Issued(
        both,
        nodes,
        order.clients().stream().map(client -> sign(order.at(), client, clients)).toList());
  }

  private IssuingKey open(CertificateOrder order, Authority authority) {
    return store
        .read(order.cluster(), order.uid(), authority)
        .map(IssuingKey::read)
        .orElseGet(() -> create(order, authority));
  }

  private IssuingKey create(CertificateOrder order, Authority authority) {
    if (order.known().isPresent()) {
      throw new AuthorityUnavailableException(
          "the key of the authority for "
              + authority.word()
              + " is gone: certificates of cluster "
              + order.cluster()
              + " are not renewed; restore the object "
              + authority.word()
              + ".pem below "
              + order.cluster()
              + "/"
              + order.uid()
              + "/pki/");
    }
    String name = "Quorate " + order.cluster() + " " + authority.word();
    IssuingKey made = IssuingKey.create(name, order.uid().value(), order.at());
    return IssuingKey.read(store.createOnce(order.cluster(), order.uid(), authority, made.pem()));
  }

  private static NodeCertificates sign(
      Instant now, CertificateOrder.Node node, IssuingKey peers, IssuingKey clients) {
    PublicKey key = RequestProof.key(node.proof());
    Instant notAfter = now.plus(NodeCertificates.LIFE);
    String name = node.instance().value();
    return new NodeCertificates(
        node.instance(),
        RequestDigest.of(node.proof()),
        node.addresses(),
        node.names(),
        peers.sign(Leaf.serving("CN=" + name, node.addresses(), now, notAfter), key).pem(),
        // Without a CN: etcd's own gateway shows it as a client, which must not act as a user.
        clients.sign(Leaf.serving("O=" + name, names(node), now, notAfter), key).pem(),
        clients.sign(Leaf.calling("root", List.of(), now, notAfter), key).pem(),
        now,
        notAfter);
  }

  private static List<String> names(CertificateOrder.Node node) {
    return Stream.concat(node.addresses().stream(), node.names().stream()).distinct().toList();
  }

  private static ClientCertificate sign(
      Instant now, CertificateOrder.Client client, IssuingKey clients) {
    ClientCertificateWish wish = client.wish();
    Instant notAfter = clients.within(now.plus(Duration.ofDays(wish.lastingDays())));
    IssuingKey.Signed signed =
        clients.sign(
            Leaf.calling(wish.commonName(), wish.sans(), now, notAfter),
            RequestProof.key(wish.request()));
    return new ClientCertificate(
        client.request().id(),
        wish.commonName(),
        wish.sans(),
        signed.serial(),
        client.request().by(),
        signed.pem(),
        now,
        notAfter);
  }
}
