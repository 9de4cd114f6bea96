package io.quorate.agent.tls;

import io.quorate.agent.etcd.client.EtcdTlsFiles;
import io.quorate.agent.etcd.client.TlsFiles;
import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.spec.TlsSettings;
import io.quorate.state.Endpoints;
import io.quorate.state.OwnCertificates;
import io.quorate.state.PublicKeyProof;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Certificates that the controller signs, or those of whoever runs the node: as the spec says. */
public final class SpecTls implements LocalTls {
  private final ManagedTls managed;
  private final GivenTls given;
  private volatile LocalTls current;

  /**
   * In this folder.
   *
   * @param name of the node, for its certificate request
   * @param address of the node, which a certificate must be good for
   * @param clock whether a certificate is in date
   */
  public SpecTls(Path folder, String name, String address, InstantSource clock) {
    managed = new ManagedTls(folder, name, clock);
    given = new GivenTls(folder.resolve("given"), address, clock);
    current = managed;
  }

  @Override
  public void follow(TlsSettings wanted) {
    managed.follow(wanted);
    given.follow(wanted);
    current =
        switch (wanted.mode()) {
          case OFF, MANAGED -> managed;
          case FILES -> given;
        };
  }

  @Override
  public void look() {
    current.look();
  }

  @Override
  public Optional<PublicKeyProof> proof() {
    return current.proof();
  }

  @Override
  public void install(AuthorityCertificates authorities, NodeCertificates signed) {
    current.install(authorities, signed);
  }

  @Override
  public Optional<OwnCertificates> own() {
    return current.own();
  }

  @Override
  public Optional<String> missing() {
    return current.missing();
  }

  @Override
  public Endpoints endpoints(Endpoints plain) {
    return current.endpoints(plain);
  }

  @Override
  public Optional<EtcdTlsFiles> etcdFiles() {
    return current.etcdFiles();
  }

  @Override
  public Optional<TlsFiles> callFiles() {
    return current.callFiles();
  }

  @Override
  public Map<String, Instant> expiries() {
    return current.expiries();
  }
}
