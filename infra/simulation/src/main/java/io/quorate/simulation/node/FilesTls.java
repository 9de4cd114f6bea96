package io.quorate.simulation.node;

import io.quorate.agent.port.NodeTls;
import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.simulation.schedule.Times;
import io.quorate.spec.TlsSettings;
import io.quorate.state.Endpoints;
import io.quorate.state.OwnCertificates;
import io.quorate.state.PublicKeyProof;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Certificates that lie on each node, fit, and outlast every run. */
final class FilesTls implements NodeTls {
  private static final Instant EXPIRES = Times.EPOCH.plus(Duration.ofDays(3_650));

  private final String name;
  private boolean used;

  /**
   * Of a node.
   *
   * @param name the common name of the agent's own
   */
  FilesTls(String name) {
    this.name = name;
  }

  @Override
  public void follow(TlsSettings wanted) {
    used = wanted.files().isPresent();
  }

  @Override
  public Optional<OwnCertificates> own() {
    return used
        ? Optional.of(
            new OwnCertificates(Optional.of(EXPIRES), Optional.empty(), Optional.of(name)))
        : Optional.empty();
  }

  @Override
  public Map<String, Instant> expiries() {
    return Map.of();
  }

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
  public Endpoints endpoints(Endpoints plain) {
    return used ? plain.secure() : plain;
  }
}
