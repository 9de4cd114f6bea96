package io.quorate.controller.bouncycastle;

import java.time.Instant;
import java.util.List;

/**
 * What a certificate says.
 *
 * @param subject its distinguished name
 * @param names the IP addresses and DNS names it is good for; none for one that only calls
 * @param serves whether it also answers calls
 */
record Leaf(String subject, List<String> names, boolean serves, Instant from, Instant notAfter) {
  Leaf {
    names = List.copyOf(names);
  }

  /** One that answers calls and calls itself. */
  static Leaf serving(String subject, List<String> names, Instant from, Instant notAfter) {
    return new Leaf(subject, names, true, from, notAfter);
  }

  /** One that only calls; the name must have been checked, for it is not escaped. */
  static Leaf calling(String commonName, List<String> names, Instant from, Instant notAfter) {
    return new Leaf("CN=" + commonName, names, false, from, notAfter);
  }
}
