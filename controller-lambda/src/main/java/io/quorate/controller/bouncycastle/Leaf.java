package io.quorate.controller.bouncycastle;

import java.time.Instant;
import java.util.List;

/**
 * What a certificate says.
 *
 * @param subject its distinguished name
 * @param addresses the IP addresses it is for; none for one that only calls
 * @param serves whether it also answers calls
 */
record Leaf(
    String subject, List<String> addresses, boolean serves, Instant from, Instant notAfter) {
  Leaf {
    addresses = List.copyOf(addresses);
  }
}
