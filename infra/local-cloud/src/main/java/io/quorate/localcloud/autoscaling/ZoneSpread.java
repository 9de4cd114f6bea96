package io.quorate.localcloud.autoscaling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which zone a launch goes to, and which member a scale-in takes. */
final class ZoneSpread {
  private ZoneSpread() {}

  /** The zone with the fewest members that count, the first of several. */
  static String forLaunch(Group group) {
    return group.spec.zones().stream()
        .min(Comparator.comparingLong(zone -> count(group, zone)))
        .orElseThrow();
  }

  /** The oldest unprotected member of the fullest zone that has one; never a protected one. */
  static Optional<GroupMember> victim(Group group) {
    return unprotected(group).stream()
        .max(
            Comparator.<GroupMember>comparingLong(member -> count(group, member.zone))
                .thenComparing(member -> member.joined, Comparator.reverseOrder()));
  }

  /** Whether zones differ by two or more, so that AZRebalance acts. */
  static boolean uneven(Group group) {
    long most = group.spec.zones().stream().mapToLong(zone -> count(group, zone)).max().orElse(0);
    long least = group.spec.zones().stream().mapToLong(zone -> count(group, zone)).min().orElse(0);
    return most - least >= 2
        && unprotected(group).stream().anyMatch(member -> count(group, member.zone) == most);
  }

  private static List<GroupMember> unprotected(Group group) {
    return group.capacity().stream().filter(member -> !member.protectedFromScaleIn).toList();
  }

  private static long count(Group group, String zone) {
    return group.capacity().stream().filter(member -> member.zone.equals(zone)).count();
  }
}
