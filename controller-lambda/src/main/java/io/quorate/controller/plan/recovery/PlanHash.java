package io.quorate.controller.plan.recovery;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.model.Sha256;
import io.quorate.recovery.Approval;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.state.Lineage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The hash by which an operator names a plan: SHA-256 over the cluster's UID, its generation, what
 * is done, each holder's intended end in order, and the source. No times, no sequences, nothing
 * that exists only later: the same plan has the same hash tomorrow. Where an operator says that
 * nobody else may hold data, or gives up a listed member without an instance, further lines do,
 * too. docs/recovery.md lists the lines.
 */
final class PlanHash {
  /** The source's line where the disks that are left are salvaged. */
  static final String DISKS = "DISKS";

  /** The last line where an operator says that nobody else may hold data. */
  private static final String NO_OTHER_HOLDER = "NO_OTHER_HOLDER";

  private static final String MEMBER_GIVEN_UP = "MEMBER_GIVEN_UP=";
  private static final int DIGITS = 12;

  private PlanHash() {}

  /** The first 12 hex digits. */
  static String of(
      Lineage lineage,
      Recovery.Action action,
      Map<InstanceId, Approval.End> ends,
      Optional<RecoverySource> source) {
    return of(lineage, action, ends, source, false, Set.of());
  }

  /** The same, of what an operator says to be everyone who may hold data. */
  static String of(
      Lineage lineage,
      Recovery.Action action,
      Map<InstanceId, Approval.End> ends,
      Optional<RecoverySource> source,
      boolean noOtherHolder,
      Set<MemberId> membersGivenUp) {
    StringBuilder all = new StringBuilder();
    all.append(lineage.uid()).append('\n');
    all.append(lineage.generation()).append('\n');
    all.append(action).append('\n');
    new TreeMap<>(ends)
        .forEach((instance, end) -> all.append(instance).append('=').append(end).append('\n'));
    all.append(source.map(it -> it.snapshot() + "\n" + it.sha256()).orElse(DISKS));
    if (noOtherHolder) {
      all.append('\n').append(NO_OTHER_HOLDER);
    }
    membersGivenUp.stream()
        .sorted()
        .forEach(member -> all.append('\n').append(MEMBER_GIVEN_UP).append(member));
    return Sha256.of(all.toString().getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS);
  }
}
