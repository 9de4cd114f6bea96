package io.quorate.codec;

import static io.quorate.codec.Samples.AT;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.ClientCertificate;
import io.quorate.certificate.NodeCertificates;
import io.quorate.model.InstanceId;
import java.util.List;

/** Certificates, with every field set. */
final class CertificateSamples {
  static final AuthorityCertificates AUTHORITIES =
      new AuthorityCertificates(
          "-----BEGIN CERTIFICATE-----\npeers\n", "-----BEGIN CERTIFICATE-----\nclients\n");

  static final NodeCertificates CERTIFICATES =
      new NodeCertificates(
          new InstanceId("i-01"),
          "0a1b",
          List.of("127.0.1.1", "127.0.0.1"),
          List.of("etcd.example.org"),
          "-----BEGIN CERTIFICATE-----\npeer\n",
          "-----BEGIN CERTIFICATE-----\nserver\n",
          "-----BEGIN CERTIFICATE-----\nclient\n",
          AT,
          AT.plus(NodeCertificates.LIFE));

  static final ClientCertificate CLIENT_CERTIFICATE =
      new ClientCertificate(
          "20260102T030405000Z-fresh",
          "app",
          List.of("etcd.example.org"),
          "1f",
          "ann",
          "-----BEGIN CERTIFICATE-----\nclient\n",
          AT,
          AT.plus(NodeCertificates.LIFE));

  private CertificateSamples() {}
}
