package io.quorate.cli.recovery;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.snapshot.Snapshots;
import io.quorate.controller.plan.recovery.RecoveryChoice;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
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

  @Option(
      names = "--no-other-holder",
      description =
          "Says that no instance beside those of the plan may hold the cluster's data, detached and"
              + " stopped ones included. Only where the table has lost the record of who was let"
              + " have any: if it is wrong, two clusters may live.")
  private boolean noOtherHolder;

  @Option(
      names = "--accept-lost-member",
      paramLabel = "MEMBER",
      description =
          "Gives up a listed voter for which no instance is known, by its member id: somebody added"
              + " it by hand, and it never started or is gone for good. If it runs somewhere, stop"
              + " it first. Repeat it for each member.")
  private List<String> lostMembers = new ArrayList<>();

  RecoveryChoice chosen() {
    return new RecoveryChoice(acceptLost(), snapshot(), noOtherHolder, acceptLostMembers());
  }

  private Set<InstanceId> acceptLost() {
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

  private Set<MemberId> acceptLostMembers() {
    return lostMembers.stream().map(RecoveryOptions::member).collect(Collectors.toSet());
  }

  private static MemberId member(String text) {
    try {
      return MemberId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(CommandExitCode.USAGE, "--accept-lost-member: " + e.getMessage());
    }
  }

  private Optional<String> snapshot() {
    return named.map(text -> Snapshots.id(text).value());
  }

  /** The same options, to be typed again. */
  String words() {
    return acceptLost().stream()
            .sorted()
            .map(instance -> " --accept-lost " + instance)
            .collect(Collectors.joining())
        + acceptLostMembers().stream()
            .sorted()
            .map(member -> " --accept-lost-member " + member)
            .collect(Collectors.joining())
        + snapshot().map(id -> " --snapshot " + id).orElse("")
        + (noOtherHolder ? " --no-other-holder" : "");
  }
}
