package io.quorate.e2e;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.localcloud.instance.InstanceView;
import java.io.UncheckedIOException;
import java.security.cert.CertificateException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Whom members let in. Only TLS's own word turns a client away: whoever is silent, or ends in the
 * middle of a handshake, is asked again.
 */
final class Admission {
  private Admission() {}

  /** Whether a member answers a client; fails where it neither does nor turns the client away. */
  static boolean admits(EtcdAccess client, InstanceView member) {
    return AwaitCondition.value(
        "an answer of " + member.id() + ", or its refusal",
        Stage.SOON,
        () -> answer(client.etcd(client.url(member))));
  }

  /**
   * What one call tells.
   *
   * @throws UncheckedIOException when it tells neither
   */
  static Optional<Boolean> answer(Etcd etcd) {
    try {
      return Optional.of(!etcd.members().isEmpty());
    } catch (UncheckedIOException e) {
      if (Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause)
          .anyMatch(Admission::refuses)) {
        return Optional.of(false);
      }
      throw e;
    }
  }

  /** The member's alert, or the client's own word of the certificate that the member shows. */
  private static boolean refuses(Throwable cause) {
    return cause instanceof CertificateException
        || (cause instanceof SSLException
            && String.valueOf(cause.getMessage()).contains("Received fatal alert"));
  }
}
