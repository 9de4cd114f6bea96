package io.quorate.etcdmodel;

/**
 * How one etcd process is tuned.
 *
 * @param heartbeatMillis {@code --heartbeat-interval}
 * @param electionMillis {@code --election-timeout}
 * @param snapshotCount {@code --snapshot-count}: applied entries between two raft snapshots
 * @param catchUpEntries entries kept before a snapshot ({@code
 *     --experimental-snapshot-catchup-entries})
 */
public record Timing(
    long heartbeatMillis, long electionMillis, long snapshotCount, long catchUpEntries) {
  /** How long the server itself waits for a request. */
  long requestMillis() {
    return 5_000 + 2 * electionMillis;
  }
}
