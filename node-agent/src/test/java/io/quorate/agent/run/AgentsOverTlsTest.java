package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.tls.GivenFiles;
import io.quorate.codec.Codecs;
import io.quorate.spec.SpecReader;
import io.quorate.state.Bootstrap;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.OwnCertificates;
import io.quorate.state.SpecRecord;
import io.quorate.store.Keys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Agents whose members speak TLS, by certificates of the controller's or of one's own. */
class AgentsOverTlsTest extends AgentsOverTls {
  @Test
  void membersSpeakTlsAndOneWithoutCertificatesWaits() throws Exception {
    put(
        Keys.spec(CLUSTER),
        Codecs.SPEC.write(
            new SpecRecord(
                SpecReader.read("name: secure\netcd: {version: 3.5}\ntls: {mode: managed}")
                    .orThrow(),
                UID,
                1,
                Instant.EPOCH,
                "test")));
    put(Keys.lineage(CLUSTER), Codecs.LINEAGE.write(Lineage.unbootstrapped(UID)));
    for (int n = 0; n < 3; n++) {
      start(n);
    }
    for (int n = 0; n < 3; n++) {
      Heartbeat told = await(n, beat -> beat.report().publicKey().isPresent());
      assertThat(await(n, beat -> beat.endpoints().equals(secure(told))).endpoints().peerUrl())
          .startsWith("https://" + addresses.get(n));
    }
    put(Keys.pki(CLUSTER), Codecs.AUTHORITIES.write(authority.certificates()));
    sign(0);
    sign(1);
    Bootstrap bootstrap = bootstrap();
    put(
        Keys.lineage(CLUSTER),
        Codecs.LINEAGE.write(Lineage.unbootstrapped(UID).committing(bootstrap).committed()));
    await(0, Heartbeat::serving);
    await(1, Heartbeat::serving);
    assertThat(await(2, beat -> true).identity()).as("it has no certificates yet").isEmpty();

    sign(2);
    Heartbeat third = await(2, Heartbeat::serving);
    assertThat(third.members())
        .hasSize(3)
        .allSatisfy(member -> assertThat(member.peerUrls().getFirst()).startsWith("https://"));

    for (ProcessHandle etcd : etcds()) {
      etcd.destroyForcibly();
    }
    for (int n = 0; n < 3; n++) {
      await(n, beat -> beat.lastExit().isPresent() && beat.serving());
    }
    assertThat(commandLine())
        .contains("--peer-client-cert-auth=true", "--peer-trusted-ca-file=", "--cert-file=")
        .doesNotContain("http://");
  }

  /** One certificate for all three, since they share a disk here. */
  @Test
  void membersWithFilesOfTheirOwnSpeakTlsOnceTheyFit() throws Exception {
    Path theirs = Files.createDirectories(root.resolve("theirs"));
    GivenFiles files =
        new GivenFiles(theirs, addresses.get(0), addresses.get(1), addresses.get(2), LOOPBACK);
    String key = Files.readString(theirs.resolve("peer.key"));
    files.write("peer.key", "no key");
    String spec =
        """
        name: secure
        etcd: {version: 3.5}
        tls:
          mode: files
          clients: required
          files:
            peerCertificate: %1$s/peer.crt
            peerKey: %1$s/peer.key
            peerCa: %1$s/peer-ca.crt
            certificate: %1$s/server.crt
            key: %1$s/server.key
            clientCa: %1$s/client-ca.crt
        """
            .formatted(theirs);
    put(
        Keys.spec(CLUSTER),
        Codecs.SPEC.write(
            new SpecRecord(SpecReader.read(spec).orThrow(), UID, 1, Instant.EPOCH, "test")));
    put(Keys.lineage(CLUSTER), Codecs.LINEAGE.write(Lineage.unbootstrapped(UID)));
    for (int n = 0; n < 3; n++) {
      start(n);
    }
    for (int n = 0; n < 3; n++) {
      Heartbeat waiting =
          await(
              n,
              beat -> beat.report().ownCertificates().flatMap(OwnCertificates::unfit).isPresent());
      assertThat(waiting.report().ownCertificates().flatMap(OwnCertificates::unfit).orElse(""))
          .contains("tls.files.peerKey (" + theirs + "/peer.key)", "holds none");
      assertThat(waiting.endpoints().peerUrl()).startsWith("http://");
    }

    files.write("peer.key", key);
    for (int n = 0; n < 3; n++) {
      Heartbeat fits = await(n, beat -> beat.endpoints().equals(secure(beat)));
      assertThat(fits.report().ownCertificates().flatMap(OwnCertificates::unfit)).isEmpty();
    }
    put(
        Keys.lineage(CLUSTER),
        Codecs.LINEAGE.write(Lineage.unbootstrapped(UID).committing(bootstrap()).committed()));
    for (int n = 0; n < 3; n++) {
      assertThat(await(n, Heartbeat::serving).members())
          .hasSize(3)
          .allSatisfy(member -> assertThat(member.peerUrls().getFirst()).startsWith("https://"));
    }
    assertThat(commandLine()).contains("--client-cert-auth=true", "tls/given/peer.pem");
  }
}
