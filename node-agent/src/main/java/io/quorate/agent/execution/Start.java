package io.quorate.agent.execution;

/** Whether etcd may start on what is on this disk. */
public sealed interface Start {
  /** Why, for people. */
  String because();

  /** No member is on this disk: what comes next is for the record to say. */
  record WaitForRecord(String because) implements Start {}

  /** Journal and directory agree. */
  record StartExisting(JournalMember member, String because) implements Start {}

  /** An instruction under way will start it, or undo it. */
  record LeaveToSteps(String because) implements Start {}

  /** The data can never serve again. */
  record Unusable(Verdict verdict) implements Start {
    @Override
    public String because() {
      return verdict.state() + ": " + verdict.detail();
    }
  }

  /** It cannot be told now; nothing is started until somebody looked. */
  record Halt(String because) implements Start {}
}
