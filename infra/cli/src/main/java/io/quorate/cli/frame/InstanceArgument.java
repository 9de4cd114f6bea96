package io.quorate.cli.frame;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.model.InstanceId;

/** An instance that an option names. */
final class InstanceArgument {
  private InstanceArgument() {}

  static void check(String option, String given) {
    if (InstanceId.named(given).isEmpty()) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          option + ": expected an instance id such as i-0abc123def4567890, found '" + given + "'");
    }
  }
}
