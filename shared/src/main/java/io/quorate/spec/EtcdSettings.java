package io.quorate.spec;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How etcd is run, the same on every member.
 *
 * @param version the release line, or one exact release
 * @param quota the database size at which etcd refuses writes with NOSPACE
 * @param autoCompaction how old revisions are dropped
 * @param maxRequest the largest request that etcd accepts
 * @param heartbeatInterval the leader's raft heartbeat, whole milliseconds
 * @param electionTimeout how long a follower waits for a leader, whole milliseconds, at least five
 *     heartbeats and at most 50 s (etcd refuses to start otherwise)
 * @param snapshotCount applied entries between two raft snapshots on a member's own disk
 * @param extraFlags etcd's other flags, names without leading dashes, sorted, none of them in
 *     {@link DeniedFlags}
 * @param token the tokens of clients who log in; empty: etcd's simple ones
 */
public record EtcdSettings(
    EtcdVersion version,
    ByteSize quota,
    AutoCompaction autoCompaction,
    ByteSize maxRequest,
    Duration heartbeatInterval,
    Duration electionTimeout,
    long snapshotCount,
    Map<String, String> extraFlags,
    Optional<JwtToken> token) {

  /** Keeps the flags sorted, so that equal settings print equally. */
  public EtcdSettings {
    extraFlags = Collections.unmodifiableMap(new TreeMap<>(extraFlags));
  }

  /** The same with these tokens. */
  public EtcdSettings with(JwtToken other) {
    return new EtcdSettings(
        version,
        quota,
        autoCompaction,
        maxRequest,
        heartbeatInterval,
        electionTimeout,
        snapshotCount,
        extraFlags,
        Optional.of(other));
  }
}
