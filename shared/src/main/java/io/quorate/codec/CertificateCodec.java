package io.quorate.codec;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.model.InstanceId;
import java.util.Map;

/** The records {@code pki} and {@code certificate#<instance>}. Neither holds a private key. */
public final class CertificateCodec {
  private CertificateCodec() {}

  /** What the record {@code pki} holds. */
  public static Map<String, Object> write(AuthorityCertificates authorities) {
    return Schema.builder()
        .with("peers", authorities.peers())
        .with("clients", authorities.clients())
        .build();
  }

  /** Reads the record {@code pki}. */
  public static AuthorityCertificates readAuthorities(
      Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree -> new AuthorityCertificates(tree.string("peers"), tree.string("clients")));
  }

  /** What the record {@code certificate#<instance>} holds. */
  public static Map<String, Object> write(NodeCertificates certificates) {
    return Schema.builder()
        .with("instanceId", certificates.instance())
        .with("request", certificates.request())
        .with("addresses", certificates.addresses())
        .with("peer", certificates.peer())
        .with("server", certificates.server())
        .with("client", certificates.client())
        .with("issuedAt", certificates.issuedAt())
        .with("notAfter", certificates.notAfter())
        .build();
  }

  /** Reads the record {@code certificate#<instance>}. */
  public static NodeCertificates readNode(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree ->
            new NodeCertificates(
                tree.value("instanceId", InstanceId::new),
                tree.string("request"),
                tree.strings("addresses"),
                tree.string("peer"),
                tree.string("server"),
                tree.string("client"),
                tree.instant("issuedAt"),
                tree.instant("notAfter")));
  }
}
