package io.quorate.certificate;

import io.quorate.model.InstanceId;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What was signed for a node's public key; the record {@code certificate#<instance>}. All three
 * have the same key and the same life.
 *
 * @param instance the node
 * @param request SHA-256, in hex, of the PEM of the request that was signed
 * @param addresses the addresses that EC2 showed for the instance
 * @param names the spec's further names, which the certificate for clients is good for
 * @param peer PEM, shown to other members; signed by the peers' authority
 * @param server PEM, shown to clients; signed by the clients' authority
 * @param client PEM, for the agent's own calls; signed by the clients' authority
 * @param issuedAt when it was signed, by the controller's clock
 * @param notAfter when all three expire
 */
public record NodeCertificates(
    @Wire.Name("instanceId") InstanceId instance,
    String request,
    List<String> addresses,
    @Wire.Sparse List<String> names,
    String peer,
    String server,
    String client,
    Instant issuedAt,
    Instant notAfter) {
  /** How long they last. */
  public static final Duration LIFE = Duration.ofDays(90);

  public NodeCertificates {
    addresses = List.copyOf(addresses);
    names = List.copyOf(names);
  }

  /** From when on they are renewed: after two thirds of their life. */
  public Instant renewAt() {
    return issuedAt.plus(Duration.between(issuedAt, notAfter).multipliedBy(2).dividedBy(3));
  }
}
