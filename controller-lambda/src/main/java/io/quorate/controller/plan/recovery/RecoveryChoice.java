package io.quorate.controller.plan.recovery;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.recovery.Approval;
import io.quorate.snapshot.SnapshotId;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What an operator chooses of a recovery that is to be approved, and how a request says it.
 *
 * @param acceptLost the instances whose data is given up
 * @param snapshot the snapshot that is to be restored; empty for the best source
 * @param noOtherHolder whether nobody beside those that the plan shows may hold data, where the
 *     table has lost the record of who was let have any
 * @param acceptLostMembers the listed members without an instance that are given up
 */
public record RecoveryChoice(
    Set<InstanceId> acceptLost,
    Optional<String> snapshot,
    boolean noOtherHolder,
    Set<MemberId> acceptLostMembers) {
  /** Nothing is given up, named or said. */
  public static final RecoveryChoice NONE = new RecoveryChoice(Set.of(), Optional.empty(), false);

  private static final String ACCEPT_LOST = "acceptLost";
  private static final String ACCEPT_LOST_MEMBERS = "acceptLostMembers";
  private static final String SNAPSHOT = "snapshot";
  private static final String NO_OTHER_HOLDER = "noOtherHolder";

  public RecoveryChoice {
    acceptLost = Set.copyOf(acceptLost);
    acceptLostMembers = Set.copyOf(acceptLostMembers);
  }

  /** Without members that are given up. */
  public RecoveryChoice(
      Set<InstanceId> acceptLost, Optional<String> snapshot, boolean noOtherHolder) {
    this(acceptLost, snapshot, noOtherHolder, Set.of());
  }

  /**
   * As the arguments of a request say it.
   *
   * @throws IllegalArgumentException when they name what is no instance
   */
  public static RecoveryChoice of(Map<String, String> arguments) {
    Set<InstanceId> lost =
        Arrays.stream(arguments.getOrDefault(ACCEPT_LOST, "").split(","))
            .filter(text -> !text.isBlank())
            .map(InstanceId::new)
            .collect(Collectors.toSet());
    return new RecoveryChoice(
        lost,
        Optional.ofNullable(arguments.get(SNAPSHOT)),
        Boolean.parseBoolean(arguments.get(NO_OTHER_HOLDER)),
        Arrays.stream(arguments.getOrDefault(ACCEPT_LOST_MEMBERS, "").split(","))
            .filter(text -> !text.isBlank())
            .map(MemberId::parse)
            .collect(Collectors.toSet()));
  }

  /**
   * What is still said of one that was approved before: who is gone by now need not be given up.
   */
  static RecoveryChoice again(Approval before) {
    return new RecoveryChoice(
        Set.of(), Optional.empty(), before.noOtherHolder(), Set.copyOf(before.membersGivenUp()));
  }

  /** The same, of this snapshot. */
  RecoveryChoice with(SnapshotId named) {
    return new RecoveryChoice(
        acceptLost, Optional.of(named.value()), noOtherHolder, acceptLostMembers);
  }

  /** What of it a command has to repeat beside the snapshot, each with a space before it. */
  String options() {
    return (noOtherHolder ? " --no-other-holder" : "")
        + acceptLostMembers.stream()
            .sorted()
            .map(member -> " --accept-lost-member " + member)
            .collect(Collectors.joining());
  }

  /** The arguments that say it. */
  public Map<String, String> arguments() {
    Map<String, String> arguments = new TreeMap<>();
    if (!acceptLost.isEmpty()) {
      arguments.put(
          ACCEPT_LOST,
          acceptLost.stream().map(InstanceId::value).sorted().collect(Collectors.joining(",")));
    }
    if (!acceptLostMembers.isEmpty()) {
      arguments.put(
          ACCEPT_LOST_MEMBERS,
          acceptLostMembers.stream()
              .sorted()
              .map(MemberId::toString)
              .collect(Collectors.joining(",")));
    }
    snapshot.ifPresent(id -> arguments.put(SNAPSHOT, id));
    if (noOtherHolder) {
      arguments.put(NO_OTHER_HOLDER, "true");
    }
    return arguments;
  }
}
