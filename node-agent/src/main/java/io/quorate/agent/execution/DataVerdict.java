package io.quorate.agent.execution;

import io.quorate.state.DataState;

/** A final word on the member's data: once journalled, etcd never starts on it again. */
public record DataVerdict(DataState state, String detail) {
  /** Refuses a state that is no verdict. */
  public DataVerdict {
    if (!state.unusable()) {
      throw new IllegalArgumentException("verdict " + state + ": expected an unusable state");
    }
  }
}
