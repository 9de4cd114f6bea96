package io.quorate.simulation.node;

/** When a machine's own etcd last answered its agents. */
public final class EtcdLooks {
  private long answered = Long.MIN_VALUE / 2;
  private long proven = Long.MIN_VALUE / 2;

  void answered(long now) {
    answered = now;
  }

  void proven(long now) {
    proven = now;
  }

  /** When it last told its status, in milliseconds. */
  public long answeredAt() {
    return answered;
  }

  /** When it last answered a linearizable request, in milliseconds. */
  public long provenAt() {
    return proven;
  }
}
