package io.quorate.state;

import io.quorate.model.InstanceId;
import java.util.HashMap;
import java.util.Map;

/**
 * Who may hold a generation's data, and how far it went.
 *
 * @param holders every instance that was let have data, until it is pruned with its row and its
 *     tombstone
 * @param reached the farthest that any of them reported
 */
public record DataHolders(Map<InstanceId, Holder> holders, Reached reached) {
  /** Nobody was ever recorded: an older release wrote the status. It proves nothing. */
  public static final DataHolders UNRECORDED = new DataHolders(Map.of(), Reached.NOTHING);

  public DataHolders {
    holders = Map.copyOf(holders);
  }

  /** With one more holder, or its newer generation. */
  public DataHolders with(InstanceId instance, Holder holder) {
    Map<InstanceId, Holder> next = new HashMap<>(holders);
    next.merge(
        instance, holder, (old, now) -> now.generation().before(old.generation()) ? old : now);
    return new DataHolders(next, reached);
  }

  /** With how far it went. */
  public DataHolders reaching(Reached next) {
    return new DataHolders(holders, next);
  }

  /** Whether an older release that drops this would make data unsafe. */
  public boolean recorded() {
    return !holders.isEmpty();
  }
}
