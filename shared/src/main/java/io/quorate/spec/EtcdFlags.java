package io.quorate.spec;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The etcd flags that a spec may set: all that etcd 3.5 defines, as its binaries 3.5.16 and 3.5.30
 * alike say, less {@link DeniedFlags}. Any other would keep etcd from starting, on every member in
 * turn, so it is refused here.
 */
public final class EtcdFlags {
  /** What each takes as its value, by the name that goes on the command line. */
  private static final Map<String, FlagValue> VALUES =
      """
          auth-token-ttl WHOLE
          backend-batch-interval DURATION
          backend-batch-limit NUMBER
          backend-bbolt-freelist-type TEXT
          bcrypt-cost WHOLE
          cors ORIGINS
          enable-pprof BOOL
          experimental-bootstrap-defrag-threshold-megabytes WHOLE
          experimental-compact-hash-check-enabled BOOL
          experimental-compact-hash-check-time POSITIVE_DURATION
          experimental-compaction-batch-limit NUMBER
          experimental-compaction-sleep-interval DURATION
          experimental-corrupt-check-time DURATION
          experimental-distributed-tracing-address TEXT
          experimental-distributed-tracing-instance-id TEXT
          experimental-distributed-tracing-sampling-rate NUMBER
          experimental-distributed-tracing-service-name TEXT
          experimental-downgrade-check-time DURATION
          experimental-enable-distributed-tracing BOOL
          experimental-enable-lease-checkpoint BOOL
          experimental-enable-lease-checkpoint-persist BOOL
          experimental-initial-corrupt-check BOOL
          experimental-memory-mlock BOOL
          experimental-snapshot-catchup-entries WHOLE
          experimental-stop-grpc-service-on-defrag BOOL
          experimental-txn-mode-write-with-shared-buffer BOOL
          experimental-warning-apply-duration DURATION
          experimental-watch-progress-notify-interval DURATION
          grpc-keepalive-interval DURATION
          grpc-keepalive-min-time DURATION
          grpc-keepalive-timeout DURATION
          host-whitelist TEXT
          initial-election-tick-advance BOOL
          log-level LEVEL
          max-concurrent-streams SMALL
          max-snapshots WHOLE
          max-txn-ops WHOLE
          max-wals WHOLE
          metrics TEXT
          raft-read-timeout DURATION
          raft-write-timeout DURATION
          socket-reuse-address BOOL
          """
          .lines()
          .map(line -> line.split(" ", 2))
          .collect(
              Collectors.toUnmodifiableMap(
                  words -> words[0], words -> FlagValue.valueOf(words[1])));

  /** By the name that goes on the command line. */
  public static final Set<String> ALLOWED = VALUES.keySet();

  private EtcdFlags() {}

  /** The command line's name of an allowed flag, given normalised, experimental or not. */
  static Optional<String> find(String normalised) {
    String bare = EtcdFlagName.withoutExperimental(normalised);
    if (ALLOWED.contains(EtcdFlagName.EXPERIMENTAL + bare)) {
      return Optional.of(EtcdFlagName.EXPERIMENTAL + bare);
    }
    return Optional.of(bare).filter(ALLOWED::contains);
  }

  /** What an allowed flag takes as its value. */
  static FlagValue value(String flag) {
    return Objects.requireNonNull(VALUES.get(flag), flag);
  }

  /** The nearest allowed flag, for a message; empty when none is near. */
  static Optional<String> nearest(String normalised) {
    String bare = EtcdFlagName.withoutExperimental(normalised);
    return Suggestion.nearest(bare, new TreeSet<>(ALLOWED), EtcdFlagName::withoutExperimental);
  }
}
