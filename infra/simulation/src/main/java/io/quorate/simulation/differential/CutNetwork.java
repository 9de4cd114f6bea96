package io.quorate.simulation.differential;

import io.quorate.simulation.etcd.Network;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The model's network: whoever is cut off is refused, everyone else is a millisecond away.
 *
 * @param cut the peer URLs cut off
 */
record CutNetwork(Set<String> cut) implements Network {
  @Override
  public OptionalLong delay(String from, String to, long now) {
    return refuses(from, to, now) ? OptionalLong.empty() : OptionalLong.of(1);
  }

  @Override
  public boolean refuses(String from, String to, long now) {
    return cut.contains(from) || cut.contains(to);
  }
}
