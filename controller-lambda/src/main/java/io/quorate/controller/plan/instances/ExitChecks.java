package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.Heartbeat;
import java.util.List;
import java.util.Optional;

/** Conditions about an etcd that ends again and again. */
public final class ExitChecks {
  private static final int TOO_OFTEN = 3;

  private record Advice(String begins, String words) {}

  /** The agent's words begin with what the end means. */
  private static final List<Advice> ADVICE =
      List.of(
          new Advice("PORT_TAKEN", "another process has its port: stop that one"),
          new Advice("FLAG_REFUSED", "it refuses a flag: correct etcd.extraFlags in the spec"),
          new Advice("CERTIFICATE_UNFIT", "a certificate or key does not fit: replace the file"),
          new Advice("OUT_OF_MEMORY", "it gets no memory: take a larger instance type"),
          new Advice("DISK_READ_ONLY", "its disk is read-only: look at the volume, then mount it"),
          new Advice("DISK_FULL", "its disk is full: enlarge the volume"),
          new Advice("NO_PERMISSION", "it may not use its files: give them back to its user"),
          new Advice(
              "DATA_CORRUPT",
              "go back to the release or the settings that last served it, and see whether it serves"),
          new Advice("KILLED: signal 9", "it is killed, perhaps for want of memory: see dmesg"));

  private ExitChecks() {}

  /** Whatever ends it, its data was not found damaged: then MEMBER_DATA_UNUSABLE tells. */
  public static Optional<String> keepsExiting(ClusterState clusterState, Plan plan) {
    List<String> nodes =
        clusterState.nodes().stream()
            .filter(node -> keepsExiting(clusterState, node))
            .map(node -> words(node.heartbeat()))
            .toList();
    return nodes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join("; ", nodes)
                + ". Its agent starts it again, after growing pauses. Its data was not found damaged,"
                + " so that nothing is replaced for it; see docs/operations.md,"
                + " MEMBER_KEEPS_EXITING");
  }

  private static boolean keepsExiting(ClusterState clusterState, ObservedNode node) {
    return node.heartbeat().runs().recentEnds() >= TOO_OFTEN
        && !node.heartbeat().data().unusable()
        && !clusterState.health().silent(node)
        && !clusterState.health().gone(node.heartbeat().instance());
  }

  private static String words(Heartbeat beat) {
    String exit = beat.lastExit().orElse("it does not say why");
    String advice =
        ADVICE.stream()
            .filter(known -> exit.startsWith(known.begins()))
            .map(known -> " (" + known.words() + ")")
            .findFirst()
            .orElse("");
    return "etcd on %s ended, or could not be started, %d times within five minutes, last: %s%s"
        .formatted(beat.instance(), beat.runs().recentEnds(), exit, advice);
  }
}
