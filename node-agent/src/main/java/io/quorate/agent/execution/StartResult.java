package io.quorate.agent.execution;

import java.util.Optional;

/** Whether etcd may start on what is on this disk. */
public sealed interface StartResult {
  /** Why, for people. */
  String because();

  /** The same, but that etcd is not started while there is a reason not to. */
  default StartResult unless(Optional<String> refused) {
    return this instanceof StartExisting && refused.isPresent() ? new Halt(refused.get()) : this;
  }

  /** No member is on this disk: what comes next is for the record to say. */
  record WaitForRecord(String because) implements StartResult {}

  /** Journal and directory agree. */
  record StartExisting(JournalMember member, String because) implements StartResult {}

  /** An instruction under way will start it, or undo it. */
  record LeaveToSteps(String because) implements StartResult {}

  /** The data can never serve again. */
  record Unusable(DataVerdict verdict) implements StartResult {
    @Override
    public String because() {
      return verdict.state() + ": " + verdict.detail();
    }
  }

  /** It cannot be told now; nothing is started until somebody looked. */
  record Halt(String because) implements StartResult {}
}
