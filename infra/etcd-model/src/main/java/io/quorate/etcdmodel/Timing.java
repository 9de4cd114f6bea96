package io.quorate.etcdmodel;

/**
 * How one etcd process is tuned.
 *
 * @param heartbeatMillis {@code --heartbeat-interval}
 * @param electionMillis {@code --election-timeout}
 * @param snapshotCount {@code --snapshot-count}: applied entries between two raft snapshots
 * @param catchUpEntries entries kept before a snapshot ({@code
 *     --experimental-snapshot-catchup-entries})
 * @param quotaBytes {@code --quota-backend-bytes}
 */
public record Timing(
    long heartbeatMillis,
    long electionMillis,
    long snapshotCount,
    long catchUpEntries,
    long quotaBytes) {
  /** How long the server itself waits for a request. */
  long requestMillis() {
    return 5_000 + 2 * electionMillis;
  }
}
