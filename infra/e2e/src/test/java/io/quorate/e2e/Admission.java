package io.quorate.e2e;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.localcloud.instance.InstanceView;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.util.List;
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

  private static Optional<Boolean> answer(Etcd etcd) {
    try {
      return Optional.of(!etcd.members().isEmpty());
    } catch (UncheckedIOException e) {
      List<Throwable> causes =
          Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause).toList();
      if (causes.stream().anyMatch(SSLException.class::isInstance)
          && causes.stream().noneMatch(EOFException.class::isInstance)) {
        return Optional.of(false);
      }
      throw e;
    }
  }
}
