package io.quorate.codec;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.ClientCertificate;
import io.quorate.certificate.NodeCertificates;
import io.quorate.model.InstanceId;
import java.util.Map;

/**
 * The records {@code pki}, {@code certificate#<instance>} and {@code client-certificate#<id>}. None
 * holds a private key.
 */
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
    Tree.Builder tree =
        Schema.builder()
            .with("instanceId", certificates.instance())
            .with("request", certificates.request())
            .with("addresses", certificates.addresses());
    if (!certificates.names().isEmpty()) {
      tree.with("names", certificates.names());
    }
    return tree.with("peer", certificates.peer())
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
                tree.strings("names"),
                tree.string("peer"),
                tree.string("server"),
                tree.string("client"),
                tree.instant("issuedAt"),
                tree.instant("notAfter")));
  }

  /** What the record {@code client-certificate#<id>} holds. */
  public static Map<String, Object> write(ClientCertificate certificate) {
    return Schema.builder()
        .with("certificateId", certificate.id())
        .with("commonName", certificate.commonName())
        .with("sans", certificate.sans())
        .with("serial", certificate.serial())
        .with("by", certificate.by())
        .with("certificate", certificate.pem())
        .with("issuedAt", certificate.issuedAt())
        .with("notAfter", certificate.notAfter())
        .build();
  }

  /** Reads the record {@code client-certificate#<id>}. */
  public static ClientCertificate readClient(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree ->
            new ClientCertificate(
                tree.string("certificateId"),
                tree.string("commonName"),
                tree.strings("sans"),
                tree.string("serial"),
                tree.string("by"),
                tree.string("certificate"),
                tree.instant("issuedAt"),
                tree.instant("notAfter")));
  }
}
