package io.quorate.etcdmodel;

import java.util.OptionalLong;

/** Who reaches whom, and when; the caller's. */
@FunctionalInterface
public interface Network {
  /**
   * How long something takes from one URL (or a client's name) to another URL, in milliseconds;
   * empty when it is lost. Asked once for every direction of every exchange.
   */
  OptionalLong delay(String from, String to, long now);

  /** The same for the answer of a machine on which nobody listens. */
  default OptionalLong closedPort(String from, String to, long now) {
    return delay(from, to, now);
  }

  /** Whether connections from one to another are refused at once, where they are lost. */
  default boolean refuses(String from, String to, long now) {
    return false;
  }
}
