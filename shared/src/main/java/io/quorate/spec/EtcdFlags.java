package io.quorate.spec;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The etcd flags that a spec may set: all that etcd 3.5 defines, as its binaries 3.5.16 and 3.5.30
 * alike say, less {@link DeniedFlags}. Any other would keep etcd from starting, on every member in
 * turn, so it is refused here.
 */
public final class EtcdFlags {
  /** By the name that goes on the command line. */
  public static final Set<String> ALLOWED =
      Set.copyOf(
          """
          auth-token-ttl
          backend-batch-interval
          backend-batch-limit
          backend-bbolt-freelist-type
          bcrypt-cost
          cors
          enable-pprof
          experimental-bootstrap-defrag-threshold-megabytes
          experimental-compact-hash-check-enabled
          experimental-compact-hash-check-time
          experimental-compaction-batch-limit
          experimental-compaction-sleep-interval
          experimental-corrupt-check-time
          experimental-distributed-tracing-address
          experimental-distributed-tracing-instance-id
          experimental-distributed-tracing-sampling-rate
          experimental-distributed-tracing-service-name
          experimental-downgrade-check-time
          experimental-enable-distributed-tracing
          experimental-enable-lease-checkpoint
          experimental-enable-lease-checkpoint-persist
          experimental-initial-corrupt-check
          experimental-memory-mlock
          experimental-snapshot-catchup-entries
          experimental-stop-grpc-service-on-defrag
          experimental-txn-mode-write-with-shared-buffer
          experimental-warning-apply-duration
          experimental-watch-progress-notify-interval
          grpc-keepalive-interval
          grpc-keepalive-min-time
          grpc-keepalive-timeout
          host-whitelist
          initial-election-tick-advance
          log-level
          max-concurrent-streams
          max-snapshots
          max-txn-ops
          max-wals
          metrics
          raft-read-timeout
          raft-write-timeout
          socket-reuse-address
          """
              .lines()
              .toList());

  private EtcdFlags() {}

  /** The command line's name of an allowed flag, given normalised, experimental or not. */
  static Optional<String> find(String normalised) {
    String bare = EtcdFlagName.withoutExperimental(normalised);
    if (ALLOWED.contains(EtcdFlagName.EXPERIMENTAL + bare)) {
      return Optional.of(EtcdFlagName.EXPERIMENTAL + bare);
    }
    return Optional.of(bare).filter(ALLOWED::contains);
  }

  /** The nearest allowed flag, for a message; empty when none is near. */
  static Optional<String> nearest(String normalised) {
    String bare = EtcdFlagName.withoutExperimental(normalised);
    return Suggestion.nearest(bare, new TreeSet<>(ALLOWED), EtcdFlagName::withoutExperimental);
  }
}
