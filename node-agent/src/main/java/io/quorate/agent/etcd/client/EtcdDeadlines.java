package io.quorate.agent.etcd.client;

import java.time.Duration;

/**
 * How long calls may take.
 *
 * @param connect until a connection stands
 * @param read for calls that change nothing
 * @param change for membership changes, which etcd itself gives up after about 7 s
 */
public record EtcdDeadlines(Duration connect, Duration read, Duration change) {
  /** For members within one region. */
  public static final EtcdDeadlines DEFAULT =
      new EtcdDeadlines(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(8));
}
