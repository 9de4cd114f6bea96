package io.quorate.spec;

import java.util.List;

/**
 * The name that clients reach the cluster by, whose records follow the voters that serve.
 *
 * @param zone the hosted zone's id at Route 53
 * @param name the name itself; names below it are the cluster's too
 */
public record DnsSettings(String zone, String name) {
  /** The names that are good for the cluster as a whole and for each of its members. */
  public List<String> certified() {
    return List.of(name, "*." + name);
  }
}
