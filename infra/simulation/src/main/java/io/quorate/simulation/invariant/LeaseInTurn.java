package io.quorate.simulation.invariant;

import io.quorate.codec.LeaseCodec;
import io.quorate.controller.reconcile.Turn;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.ClockReading;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Write;

/**
 * I4: a lease is taken only when it is free, or past its end by the clock of who takes it, or ends
 * further ahead than any lease lasts and clocks differ; and only its holder frees it.
 */
final class LeaseInTurn extends EventInvariant {
  private record Held(String owner, long until, String by) {}

  private final Key key;
  private Held before = new Held("", 0, "");

  LeaseInTurn(SimWorld world, SimCluster simCluster) {
    super("I4 LEASE_IN_TURN", world);
    key = Keys.lease(simCluster.name());
    world.store().onWrite(this::written);
    world.store().onReplaced(() -> before = new Held("", 0, ""));
  }

  private void written(StoreModel.Written done) {
    for (Write write : done.writes()) {
      if (write instanceof Write.Update update && update.key().equals(key)) {
        String owner = String.valueOf(update.set().get(LeaseCodec.OWNER));
        long until = (Long) update.set().getOrDefault(LeaseCodec.UNTIL_MILLIS, 0L);
        judge(new Held(owner, until, done.by()));
      }
    }
  }

  private void judge(Held next) {
    long ahead = before.until() - next.until();
    boolean free = before.owner().isEmpty() || before.owner().equals(next.owner());
    boolean tooFar = ahead > ClockReading.CLOCKS_APART.toMillis();
    if (!free && !next.owner().isEmpty() && ahead >= -Turn.LEASE.toMillis() && !tooFar) {
      breaks(next.by() + " takes the lease till " + next.until() + " though it is " + before);
    }
    if (next.owner().isEmpty() && !free && !next.by().equals(before.by())) {
      breaks(next.by() + " frees the lease though it is " + before);
    }
    before = next;
  }
}
