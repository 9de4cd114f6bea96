package io.quorate.cli;

import io.quorate.model.InstanceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** What an operator chooses of a recovery; the plan and its approval take the same. */
final class RecoveryOptions {
  @Option(
      names = "--accept-lost",
      paramLabel = "INSTANCE",
      description =
          "Gives up the data of an instance that is silent, stopped or cannot be fenced: it is"
              + " terminated at EC2, and awaited. Repeat it for each instance.")
  private List<String> lost = new ArrayList<>();

  @Option(
      names = "--snapshot",
      paramLabel = "ID",
      description = "Restores this snapshot instead of the best source.")
  private Optional<String> named = Optional.empty();

  Set<InstanceId> acceptLost() {
    return lost.stream()
        .map(
            text ->
                InstanceId.named(text)
                    .orElseThrow(
                        () ->
                            new CommandFailure(
                                CommandExitCode.USAGE,
                                "--accept-lost '" + text + "': expected the id of an instance")))
        .collect(Collectors.toSet());
  }

  Optional<String> snapshot() {
    return named.map(text -> Snapshots.id(text).value());
  }

  /** The same options, to be typed again. */
  String words() {
    return acceptLost().stream()
            .sorted()
            .map(instance -> " --accept-lost " + instance)
            .collect(Collectors.joining())
        + snapshot().map(id -> " --snapshot " + id).orElse("");
  }
}
