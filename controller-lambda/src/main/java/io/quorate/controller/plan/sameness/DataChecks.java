package io.quorate.controller.plan.sameness;

import io.quorate.command.CommandKind;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.voters.DifferingVoters;
import io.quorate.controller.plan.voters.DifferingVoters.Verdict;
import io.quorate.state.OpenCommand;
import java.util.Optional;
import java.util.stream.Collectors;

/** Conditions about voters whose data differ. */
public final class DataChecks {
  private DataChecks() {}

  /** A minority differs: it is replaced. */
  public static Optional<String> differs(ClusterState clusterState) {
    return DifferingVoters.of(clusterState)
        .filter(Verdict::majority)
        .map(
            verdict ->
                found(verdict)
                    + ". Differing from a majority: "
                    + DifferingVoters.nodes(clusterState, verdict).stream()
                        .map(node -> node.heartbeat().instance().value())
                        .collect(Collectors.joining(", "))
                    + ". "
                    + next(clusterState, verdict));
  }

  private static String next(ClusterState clusterState, Verdict verdict) {
    Optional<OpenCommand> open = clusterState.status().operation();
    if (open.filter(leave -> leave.kind() == CommandKind.LEAVE).isPresent()) {
      return open.get().executor() + " leaves now, and joins anew as a new member";
    }
    return DifferingMemberCure.next(clusterState, verdict)
        .map(
            leaver ->
                "Next "
                    + leaver.node().heartbeat().instance()
                    + " leaves and joins anew as a new member; its directory is archived on its disk"
                    + DifferingMemberCure.hindrance(clusterState, verdict, leaver)
                        .map(why -> ". It waits: " + why)
                        .orElse(""))
        .orElse("No agent holds such a member: remove it by hand (etcdctl member remove)");
  }

  /** No majority is equal: a person decides. */
  public static Optional<String> disputed(ClusterState clusterState) {
    return DifferingVoters.of(clusterState)
        .filter(verdict -> !verdict.majority())
        .map(
            verdict ->
                found(verdict)
                    + ". No majority of the voters is equal that was compared before: nobody is"
                    + " touched, for nobody can tell whose data are right. Stop writers that can"
                    + " wait. Compare the values of keys that you know, on each voter (etcdctl get"
                    + " --consistency=s); then see docs/operations.md, DATA_DISPUTED");
  }

  private static String found(Verdict verdict) {
    return "the voters' data differ at revision "
        + verdict.round().revision()
        + ": "
        + verdict.round().words();
  }
}
