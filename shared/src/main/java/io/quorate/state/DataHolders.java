package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.ArchivedLog;
import io.quorate.wire.Wire;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who may hold a generation's data, and how far it went.
 *
 * @param holders every instance that was let have data, until it is pruned with its row and its
 *     tombstone
 * @param reached the farthest that any of them reported
 * @param oldLogs archived directories of earlier generations, oldest first
 * @param unstarted listed voters that have no name and belong to no node
 */
public record DataHolders(
    Map<InstanceId, Holder> holders,
    Reached reached,
    @Wire.Sparse @Wire.Name("oldLogs.all") List<OldLog> oldLogs,
    @Wire.Sparse Map<MemberId, UnstartedVoter> unstarted) {
  /** Nobody was ever recorded: an older release wrote the status. It proves nothing. */
  public static final DataHolders UNRECORDED =
      new DataHolders(Map.of(), Reached.NOTHING, List.of(), Map.of());

  public DataHolders {
    holders = Map.copyOf(holders);
    oldLogs = List.copyOf(oldLogs);
    unstarted = Map.copyOf(unstarted);
  }

  /** With these archived directories. */
  public DataHolders withOldLogs(List<OldLog> next) {
    return new DataHolders(holders, reached, next, unstarted);
  }

  /** The same once an operator knows of these; what was not shown yet stays divergent. */
  public DataHolders acknowledged(List<OldLog> shown) {
    return withOldLogs(
        oldLogs.stream().map(old -> shown.contains(old) ? old.acknowledged() : old).toList());
  }

  /** The same once this archived directory stands in the bucket. */
  public DataHolders copied(InstanceId instance, ArchivedLog log, String key) {
    return withOldLogs(
        oldLogs.stream().map(old -> old.of(instance, log) ? old.copiedTo(key) : old).toList());
  }

  /** With one more holder, or its newer generation. */
  public DataHolders with(InstanceId instance, Holder holder) {
    Map<InstanceId, Holder> next = new HashMap<>(holders);
    next.merge(
        instance,
        holder,
        (old, now) -> now.generation().before(old.generation()) ? old : now.seenAs(old));
    return new DataHolders(next, reached, oldLogs, unstarted);
  }

  /** With these holders: what EC2 said of them, or without those that are forgotten. */
  public DataHolders seen(Map<InstanceId, Holder> next) {
    return new DataHolders(next, reached, oldLogs, unstarted);
  }

  /** With these voters that never started, as far as is known. */
  public DataHolders withUnstarted(Map<MemberId, UnstartedVoter> next) {
    return new DataHolders(holders, reached, oldLogs, next);
  }

  /** Whether it is proved that a listed voter never started, so that it holds nothing. */
  public boolean neverStarted(MemberId member) {
    return Optional.ofNullable(unstarted.get(member)).flatMap(UnstartedVoter::provenAt).isPresent();
  }

  /** With how far it went. */
  public DataHolders reaching(Reached next) {
    return new DataHolders(holders, next, oldLogs, unstarted);
  }

  /** Whether an older release that drops this would make data unsafe. */
  public boolean recorded() {
    return !holders.isEmpty();
  }
}
