package io.quorate.localcloud.instance;

import java.util.List;
import java.util.Map;

/**
 * What an instance runs.
 *
 * @param command the supervised command; the placeholders {instance} {address} {zone} {dir} {cloud}
 *     are filled in
 * @param environment added to the command's environment, placeholders filled in likewise
 * @param userData what the metadata service returns as user data, empty for none
 */
public record LaunchTemplate(
    List<String> command, Map<String, String> environment, String userData) {
  public LaunchTemplate {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    if (command.isEmpty()) {
      throw new IllegalArgumentException(
          "launch command is empty, expected an executable: give a command");
    }
  }

  /** A command without an environment or user data of its own. */
  public static LaunchTemplate running(List<String> command) {
    return new LaunchTemplate(command, Map.of(), "");
  }
}
