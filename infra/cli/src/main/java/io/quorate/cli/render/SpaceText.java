package io.quorate.cli.render;

import io.quorate.cli.picture.MemberLine;
import io.quorate.cli.picture.Roster;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeSpace;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How full the largest database and the fullest disk are, in one line. */
final class SpaceText {
  private SpaceText() {}

  /** Empty while no agent tells its disk. */
  static Optional<String> glance(Roster roster) {
    List<Heartbeat> nodes = roster.lines().stream().flatMap(line -> shown(line).stream()).toList();
    Optional<NodeSpace> fullest =
        nodes.stream()
            .flatMap(node -> node.report().space().stream())
            .min(Comparator.comparingLong(NodeSpace::freeBytes));
    Optional<Heartbeat> largest =
        nodes.stream()
            .filter(node -> node.status().isPresent())
            .max(Comparator.comparingLong(node -> status(node).dbSizeBytes()));
    return fullest.flatMap(
        disk ->
            largest.map(
                node ->
                    "%s of %s in use%s; %s free on the fullest disk"
                        .formatted(
                            Words.bytes(status(node).dbInUseBytes()),
                            Words.bytes(status(node).dbSizeBytes()),
                            quota(node),
                            Words.bytes(disk.freeBytes()))));
  }

  private static Optional<Heartbeat> shown(MemberLine line) {
    return line.gone() ? Optional.empty() : line.heartbeat();
  }

  private static MemberStatus status(Heartbeat node) {
    return node.status().orElseThrow();
  }

  private static String quota(Heartbeat node) {
    return node.report()
        .space()
        .map(NodeSpace::quotaBytes)
        .filter(bytes -> bytes > 0)
        .map(
            bytes ->
                ", quota %s (%d %% taken)"
                    .formatted(Words.bytes(bytes), status(node).dbSizeBytes() * 100 / bytes))
        .orElse("");
  }
}
