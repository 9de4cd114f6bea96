package io.quorate.simulation.invariant.records;

import io.quorate.codec.LeaseAttributes;
import io.quorate.model.InstanceId;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Evidence;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.Heartbeat;
import io.quorate.state.Status;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * I2, I7: who records that an instance is to be terminated, or that this is asked for, counts on no
 * heartbeat that was written before it took the lease: after an outage a row may be of any age (ADR
 * 12). For one that left no quorum is needed, whatever the others' rows say. A table that was
 * restored meanwhile is no clock.
 */
public final class EvidenceOfNow extends EventInvariant {
  private record Beat(InstanceId instance, String incarnationNonce, long sequence) {
    static Beat of(Heartbeat row) {
      return new Beat(row.instance(), row.boot().nonce(), row.sequence());
    }
  }

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Key lease;
  private final Map<String, Long> taken = new HashMap<>();
  private final Map<Beat, Long> written = new HashMap<>();

  public EvidenceOfNow(SimWorld world, SimCluster simCluster) {
    super("I2 EVIDENCE_OF_NOW", world);
    this.world = world;
    this.simCluster = simCluster;
    lease = Keys.lease(simCluster.name());
    world.store().onWrite(this::written);
    world.store().onReplaced(taken::clear);
  }

  private void written(StoreModel.Written done) {
    for (Write write : done.writes()) {
      if (write instanceof Write.Update update && update.key().equals(lease)) {
        String owner = String.valueOf(update.set().get(LeaseAttributes.OWNER));
        taken.putIfAbsent(owner, world.scheduler().now());
      }
    }
    done.puts(Table.NODES, simCluster.name().value()).stream()
        .flatMap(item -> TableRecords.row(item).stream())
        .forEach(row -> written.putIfAbsent(Beat.of(row), world.scheduler().now()));
  }

  /** It was recorded that an instance is to be terminated, or that the group is asked for it. */
  public void judge(StoreModel.Written done, Status status, InstanceId instance) {
    Long since = taken.get(done.owners().getOrDefault(simCluster.name().value(), ""));
    if (since == null) {
      return;
    }
    Evidence evidence = new Evidence(simCluster, world.store(), done);
    if (evidence.left(status, instance)) {
      return;
    }
    List<Heartbeat> read = Evidence.read(simCluster, done);
    evidence.countedOn(read).stream()
        .filter(row -> !row.instance().equals(instance))
        .filter(row -> written.getOrDefault(Beat.of(row), 0L) < since)
        .findFirst()
        .ifPresent(
            row ->
                breaks(
                    done.by()
                        + " is to terminate "
                        + instance
                        + " by what "
                        + row.instance()
                        + " wrote before the lease was taken at "
                        + since));
  }
}
