package io.quorate.etcdmodel;

/** The state at a log index: what a follower too far behind is sent, and what a log begins at. */
record RaftSnapshot(long index, long term, RaftConfig voting, Applied state) {
  static final RaftSnapshot NONE = new RaftSnapshot(0, 0, RaftConfig.NOBODY, new Applied());

  RaftSnapshot {
    state = state.copy();
  }
}
