package io.quorate.controller.plan.dns;

import io.quorate.controller.decision.ChangeRecords;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.DnsChange;
import io.quorate.controller.view.DnsRecord;
import io.quorate.controller.view.ZoneView;
import io.quorate.model.InstanceId;
import io.quorate.spec.DnsSettings;
import io.quorate.state.DnsRecords;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Decides about the records of the cluster's name, after all that a turn decides about the cluster:
 *
 * <ol>
 *   <li>a name that the spec no longer has, or a deleted cluster's, is given up: its records go;
 *   <li>{@link NamedMembers} says whom the records are to tell;
 *   <li>records that are known and tell them cost no call; they are compared with the zone each
 *       {@link #COMPARED_EACH}, and after a try whose end is unknown: where the mark is still that
 *       of before, it is changed, so that the try has no effect any more;
 *   <li>what somebody changed by hand is put back, and named;
 *   <li>records of somebody else are left alone, and named;
 *   <li>after a failure nothing is tried for {@link #PAUSE}.
 * </ol>
 */
public final class RecordsPlanner {
  /** A zone takes five calls a second of one account: it is read seldom. */
  static final Duration COMPARED_EACH = Duration.ofHours(1);

  /** Between two tries. */
  static final Duration PAUSE = Duration.ofSeconds(10);

  private final ClusterState clusterState;
  private final Status status;
  private final Instant now;
  private final String owner;

  /** About the cluster as a turn left it. */
  public RecordsPlanner(ClusterState clusterState) {
    this.clusterState = clusterState;
    this.status = clusterState.view().status();
    this.now = clusterState.view().observedAt();
    this.owner =
        RecordSets.owner(clusterState.view().cluster(), clusterState.view().lineage().uid());
  }

  /**
   * What there is to do.
   *
   * @param before what is known of the records
   * @param members whom they are to tell
   * @param givenUp whether they are to go
   */
  private record Work(DnsRecords before, NamedMembers members, boolean givenUp) {
    RecordSets sets() {
      return new RecordSets(before.name());
    }

    Map<InstanceId, String> urls() {
      return members.urls();
    }

    boolean surely(Instant now) {
      return before.mark().isPresent()
          && before.readAt().filter(at -> now.isBefore(at.plus(COMPARED_EACH))).isPresent();
    }
  }

  private Optional<Work> work() {
    if (status.tableRollback().isPresent()) {
      return Optional.empty(); // Nothing is decided by a table that is older than the cluster.
    }
    Optional<DnsRecords> known = status.dns();
    Optional<DnsSettings> asked =
        clusterState.view().lineage().state() == Lineage.State.DELETED
            ? Optional.empty()
            : clusterState.view().spec().dns();
    if (known.isPresent()
        && asked.filter(dns -> known.get().of(dns.zone(), dns.name())).isEmpty()) {
      return Optional.of(new Work(known.get(), new NamedMembers(Map.of(), Map.of()), true));
    }
    return asked
        .map(dns -> known.orElseGet(() -> DnsRecords.unread(dns.zone(), dns.name())))
        .map(before -> new Work(before, NamedMembers.of(clusterState, before), false))
        .filter(work -> !work.urls().isEmpty());
  }

  private boolean due(Work work) {
    boolean failedJustNow =
        work.before()
            .failure()
            .filter(failure -> Duration.between(failure.at(), now).abs().compareTo(PAUSE) < 0)
            .isPresent();
    return !failedJustNow
        && (work.givenUp() || !work.surely(now) || !work.urls().equals(work.before().written()));
  }

  /** The records that have to be read before anything can be planned about them. */
  public Optional<DnsRecords> toBeRead() {
    return work()
        .filter(this::due)
        .filter(work -> work.givenUp() || !work.surely(now))
        .map(Work::before);
  }

  /**
   * The plan.
   *
   * @param zone what the zone holds, where it had to be read
   */
  public Plan plan(Optional<ZoneView> zone) {
    return work()
        .map(work -> due(work) ? plan(work, zone) : shown(work))
        .orElseGet(() -> rest(status));
  }

  private Plan shown(Work work) {
    return work.givenUp()
        ? rest(status)
        : status.dns().isEmpty() && work.before().failure().isEmpty()
            ? rest(status)
            : rest(status.withDns(Optional.of(noted(work))));
  }

  private static DnsRecords noted(Work work) {
    return work.before().notReady(work.members().notReady());
  }

  private Plan plan(Work work, Optional<ZoneView> zone) {
    if (zone.isEmpty()) {
      DnsRecords before = work.before();
      return change(
          work, noted(work), work.sets().of(before.written(), before.mark().orElseThrow()), "");
    }
    return switch (zone.get()) {
      case ZoneView.Unknown(String words) -> failed(work, words);
      case ZoneView.Observed(List<DnsRecord> found) -> compared(work, found);
    };
  }

  private Plan failed(Work work, String words) {
    DnsRecords.Failure failure = new DnsRecords.Failure(words, now);
    boolean hopeless =
        work.givenUp()
            && (failure.obstacle() == DnsRecords.Obstacle.NO_ZONE
                || failure.obstacle() == DnsRecords.Obstacle.DENIED);
    return rest(
        status.withDns(
            hopeless ? Optional.empty() : Optional.of(noted(work).failed(work.urls(), failure))));
  }

  private Plan compared(Work work, List<DnsRecord> found) {
    RecordSets sets = work.sets();
    Optional<String> mark = sets.mark(found, owner);
    List<DnsRecord> left = sets.of(work.before().written(), work.before().mark().orElse(""));
    if (mark.isEmpty()) {
      List<DnsRecord> others =
          sets.inPlace(found).stream().filter(record -> !left.contains(record)).toList();
      if (work.givenUp()) {
        return rest(status.withDns(Optional.empty()));
      }
      if (!others.isEmpty()) {
        return failed(work, DnsRecords.Failure.NAME_TAKEN + ": " + words(others));
      }
    }
    boolean surelyOurs = mark.isPresent() && mark.equals(work.before().mark());
    List<String> differences = surelyOurs ? sets.differences(found, left) : List.of();
    Optional<DnsRecords.PutBack> putBack =
        differences.isEmpty()
            ? surelyOurs ? Optional.empty() : work.before().putBack()
            : Optional.of(new DnsRecords.PutBack(String.join("; ", differences), now));
    return change(work, noted(work).puttingBack(putBack), found, String.join("; ", differences));
  }

  /** The change that has to be made of the records found; none where they are as wanted. */
  private Plan change(Work work, DnsRecords before, List<DnsRecord> found, String byHand) {
    RecordSets sets = work.sets();
    String next = owner + "token=" + clusterState.view().token();
    // A try that came to no end may arrive yet, while the mark is the one that it rests on.
    boolean underWay =
        before.lateSince().isPresent() && sets.mark(found, owner).equals(before.mark());
    List<DnsChange> changes =
        sets.changes(found, work.givenUp() ? List.of() : sets.of(work.urls(), next), underWay);
    if (changes.isEmpty()) {
      return rest(
          status.withDns(
              work.givenUp()
                  ? Optional.empty()
                  : Optional.of(
                      before.compared(sets.mark(found, owner).orElseThrow(), work.urls(), now))));
    }
    return new Plan(
        new ChangeRecords(
            reason(work, byHand),
            before.zone(),
            work.givenUp() ? Optional.empty() : Optional.of(next),
            changes,
            now),
        status.withDns(Optional.of(before.intending(work.urls(), now))),
        Map.of());
  }

  private static Reason reason(Work work, String byHand) {
    String name = work.before().name();
    if (work.givenUp()) {
      return Reason.of("RECORDS_GIVEN_UP", "the records of " + name + " are the cluster's no more")
          .and("name", name);
    }
    String members = String.join(", ", told(work.urls()));
    return Reason.of(
            byHand.isEmpty() ? "RECORDS_FOLLOW" : "RECORDS_PUT_BACK",
            name
                + " tells "
                + members
                + (byHand.isEmpty() ? "" : "; somebody had changed its records: " + byHand))
        .and("name", name)
        .and("members", members)
        .and("before", String.join(", ", told(work.before().written())));
  }

  private static List<String> told(Map<InstanceId, String> members) {
    return new TreeSet<>(members.keySet()).stream().map(InstanceId::value).toList();
  }

  private static String words(List<DnsRecord> records) {
    return String.join("; ", records.stream().map(DnsRecord::words).toList());
  }

  private static Plan rest(Status next) {
    return new Plan(
        new NoOp(Reason.of("RECORDS", "the records of the cluster's name")), next, Map.of());
  }
}
