package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.spec.SpecField.Effect;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Specs that start etcd alike have the same settings, and no others. */
class StartSettingsTest {
  private static String of(String etcd, String rest) {
    return StartSettings.of(
        SpecReader.read("name: demo\netcd: {version: 3.5" + etcd + "}\n" + rest).orThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ", quota: 4GiB",
        ", maxRequest: 2MiB",
        ", heartbeatInterval: 50ms",
        ", electionTimeout: 2s",
        ", snapshotCount: 20000",
        ", autoCompaction: {mode: off}",
        ", autoCompaction: {retention: 2h}",
        ", extraFlags: {max-txn-ops: 256}"
      })
  void whatEtcdTakesAtItsStartCounts(String etcd) {
    assertThat(of(etcd, "")).isNotEqualTo(of("", ""));
  }

  @Test
  void whetherClientsShowACertificateCountsAndWhoSignsThem() {
    assertThat(of("", "tls: {mode: managed, clients: required}\n"))
        .isNotEqualTo(of("", "tls: {mode: managed}\n"));
    assertThat(of("", files("/ca.pem", "/cert.pem")))
        .isNotEqualTo(of("", files("/other.pem", "/cert.pem")))
        .isEqualTo(of("", files("/ca.pem", "/renewed.pem")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "type: jwt, keys: managed, signMethod: ES384",
        "type: jwt, keys: managed, ttl: 20m",
        "type: jwt, privateKey: /k",
        "type: simple"
      })
  void whatSignsTokensCounts(String token) {
    assertThat(signing(token)).isNotEqualTo(signing("type: jwt, keys: managed"));
  }

  private static String signing(String token) {
    return of(
        "",
        "tls: {mode: managed, clients: required}\nauth: {enabled: true, token: {%s}}\n"
            .formatted(token));
  }

  private static String files(String authority, String certificate) {
    return """
        tls:
          mode: files
          files:
            peerCertificate: %s
            peerKey: /peer.key
            peerCa: %s
            certificate: /server.pem
            key: /server.key
            clientCa: /client-ca.pem
        """
        .formatted(certificate, authority);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "size: 5\n",
        "timings: {stopGrace: 9s}\n",
        "snapshots: {interval: off}\n",
        "tls: {mode: managed, sans: [db.example]}\n"
      })
  void whatIsTakenAtOnceOrNeverDoesNot(String rest) {
    assertThat(of("", rest)).isEqualTo(of("", ""));
  }

  /**
   * A release that knows one more field, at its default, must not restart what an older started.
   */
  @Test
  void aFieldAtItsDefaultDoesNot() {
    assertThat(of(", quota: 2GiB, snapshotCount: 10000", "")).isEqualTo(of("", ""));
    List<String> restart =
        SpecFields.ALL.stream()
            .filter(field -> field.effect() == Effect.ETCD_RESTART)
            .<String>map(SpecField::path)
            .toList();
    assertThat(restart).containsAll(Stream.of("tls.clients", "tls.files.peerCa").toList());
  }

  /**
   * Another text for the same spec, by a later release or in another run, would restart everyone.
   */
  @Test
  void theTextIsTheSameInEveryRunAndRelease() {
    assertThat(
            of(
                ", snapshotCount: 20000, extraFlags: {max-txn-ops: 256, max-concurrent-streams: 64}",
                ""))
        .isEqualTo(
            of(
                ", extraFlags: {max-concurrent-streams: 64, max-txn-ops: 256}, snapshotCount: 20000",
                ""))
        .isEqualTo("d98284e991f5899b");
  }
}
