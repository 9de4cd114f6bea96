package io.quorate.codec;

import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.state.HeartbeatProgress;
import io.quorate.state.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The {@code lease} record. Conditions rest on {@code owner}, {@code token} and {@code
 * untilMillis}.
 *
 * <p>Attributes that this schema version does not know are tolerated, and dropped when written
 * back.
 */
public final class LeaseCodec {
  private LeaseCodec() {}

  /** The holder's nonce; empty while free. */
  public static final String OWNER = "owner";

  /** Counts the takes. */
  public static final String TOKEN = "token";

  /** The end in milliseconds since the epoch: what conditions compare. */
  public static final String UNTIL_MILLIS = "untilMillis";

  /** The same end for people; never read. */
  public static final String UNTIL = "until";

  /** The controllers' looks at the heartbeats. */
  public static final String HEARTBEAT_PROGRESS = "heartbeatProgress";

  /** The record's attributes; the end is kept to the millisecond. */
  public static Map<String, Object> write(Lease lease) {
    return Schema.builder()
        .with(OWNER, lease.owner())
        .with(TOKEN, lease.token().value())
        .with(UNTIL_MILLIS, lease.until().toEpochMilli())
        .with(UNTIL, lease.until())
        .with(HEARTBEAT_PROGRESS, writeHeartbeatProgress(lease.heartbeatProgress()))
        .build();
  }

  /** Reads the record; one that was never released has no observations. */
  public static Lease read(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree ->
            new Lease(
                tree.string(OWNER),
                new FencingToken(tree.number(TOKEN)),
                Instant.ofEpochMilli(tree.number(UNTIL_MILLIS)),
                tree.optionalTree(HEARTBEAT_PROGRESS)
                    .map(LeaseCodec::heartbeatProgress)
                    .orElse(Map.of())));
  }

  /** The observations alone, for the update that releases the lease. */
  public static Map<String, Object> writeHeartbeatProgress(
      Map<InstanceId, HeartbeatProgress> heartbeatProgress) {
    Tree.Builder tree = Tree.builder();
    new TreeMap<>(heartbeatProgress)
        .forEach((instance, seen) -> tree.with(instance.value(), heartbeatProgress(seen)));
    return tree.build();
  }

  private static Map<String, Object> heartbeatProgress(HeartbeatProgress seen) {
    return Tree.builder()
        .with("incarnationNonce", seen.incarnationNonce())
        .with("sequence", seen.sequence())
        .with("since", seen.since())
        .with("clocks", writeClocks(seen.clocks()))
        .with("stillMillis", seen.still().toMillis())
        .with("turns", seen.turns())
        .build();
  }

  private static Map<String, Object> writeClocks(Map<String, Instant> clocks) {
    Tree.Builder tree = Tree.builder();
    new TreeMap<>(clocks).forEach(tree::with);
    return tree.build();
  }

  private static Map<String, Instant> clocks(Tree tree) {
    Map<String, Instant> clocks = new HashMap<>();
    tree.values().keySet().forEach(clock -> clocks.put(clock, tree.instant(clock)));
    return clocks;
  }

  private static Map<InstanceId, HeartbeatProgress> heartbeatProgress(Tree tree) {
    Map<InstanceId, HeartbeatProgress> heartbeatProgress = new HashMap<>();
    for (String instance : tree.values().keySet()) {
      Tree seen = tree.tree(instance);
      heartbeatProgress.put(
          new InstanceId(instance),
          new HeartbeatProgress(
              seen.string("incarnationNonce"),
              seen.number("sequence"),
              seen.instant("since"),
              // A release that did not tell clocks apart wrote neither of these.
              seen.optionalTree("clocks").map(LeaseCodec::clocks).orElse(Map.of()),
              Duration.ofMillis(seen.optionalNumber("stillMillis").orElse(0L)),
              seen.number("turns")));
    }
    return heartbeatProgress;
  }
}
