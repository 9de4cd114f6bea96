package io.quorate.etcdmodel;

import java.util.Set;
import java.util.TreeSet;

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

  /** The names of its keys. */
  public Set<String> keys() {
    return new TreeSet<>(state.keys().keySet());
  }

  /** Users and roles in it. */
  public AuthStore auth() {
    return state.auth();
  }

  Applied state() {
    return state;
  }
}
