package io.quorate.simulation.etcd;

/** A snapshot of the key store, as the API streams it; it has no membership worth keeping. */
public final class SavedSnapshot {
  private final Applied state;

  SavedSnapshot(Applied state) {
    this.state = state.keysOnly();
  }

  /** The newest revision in it. */
  public long revision() {
    return state.revision();
  }

  Applied state() {
    return state;
  }
}
