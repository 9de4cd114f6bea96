package io.quorate.agent.port;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.spec.TlsSettings;
import io.quorate.state.Endpoints;
import io.quorate.state.OwnCertificates;
import io.quorate.state.PublicKeyProof;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The node's key and certificates. */
public interface NodeTls {
  /** A node whose connections are plain, whatever the spec asks for. */
  NodeTls NONE =
      new NodeTls() {
        @Override
        public void follow(TlsSettings wanted) {}

        @Override
        public Optional<PublicKeyProof> proof() {
          return Optional.empty();
        }

        @Override
        public void install(AuthorityCertificates authorities, NodeCertificates signed) {}

        @Override
        public Optional<String> missing() {
          return Optional.empty();
        }

        @Override
        public Map<String, Instant> expiries() {
          return Map.of();
        }

        @Override
        public Endpoints endpoints(Endpoints plain) {
          return plain;
        }
      };

  /**
   * Takes up what the spec asks for.
   *
   * @throws java.io.UncheckedIOException when the disk does not keep the key
   */
  void follow(TlsSettings wanted);

  /** What there is to tell of certificates that are not the controller's. */
  default Optional<OwnCertificates> own() {
    return Optional.empty();
  }

  /** When each certificate that is in use expires, by name; empty while connections are plain. */
  Map<String, Instant> expiries();

  /** Looks whether certificates have changed that are not the controller's. */
  default void look() {}

  /** The own public key with its proof; empty while connections are plain. */
  Optional<PublicKeyProof> proof();

  /**
   * Takes up what the controller signed.
   *
   * @throws java.io.UncheckedIOException when the disk does not keep it
   */
  void install(AuthorityCertificates authorities, NodeCertificates signed);

  /** What etcd cannot be started without, and why it is not there. */
  Optional<String> missing();

  /** The own URLs: https where the spec asks for TLS. */
  Endpoints endpoints(Endpoints plain);
}
