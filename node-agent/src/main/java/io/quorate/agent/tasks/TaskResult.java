package io.quorate.agent.tasks;

import io.quorate.command.CommandFailure;
import io.quorate.spec.EtcdVersion;
import java.util.Map;

/** What a task came to. */
public sealed interface TaskResult {
  /** What it asked for holds; the values say what was found. */
  record Done(String detail, Map<String, Object> values) implements TaskResult {
    public Done {
      values = Map.copyOf(values);
    }
  }

  /** It could not be carried out; nothing is known of what it was about. */
  record Failed(CommandFailure failure, String detail) implements TaskResult {}

  /** What it was about is proven to be bad. */
  record Bad(String detail) implements TaskResult {}

  /**
   * This etcd release cannot do it with what another one wrote, which may be sound all the same.
   */
  record RefusedByRelease(EtcdVersion release, String detail) implements TaskResult {}
}
