package io.quorate.simulation.etcd;

/** The state at a log index: what a follower too far behind is sent, and what a log begins at. */
record Snapshot(long index, long term, Voting voting, Applied state) {
  static final Snapshot NONE = new Snapshot(0, 0, Voting.NOBODY, new Applied());

  Snapshot {
    state = state.copy();
  }
}
