package io.quorate.controller.act;

import io.quorate.codec.FleetEntryCodec;
import io.quorate.codec.StatusCodec;
import io.quorate.controller.plan.Reason;
import io.quorate.lease.Leases;
import io.quorate.state.FleetEntry;
import io.quorate.state.Status;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects the one transaction of a decision. From its start it holds the check on the lease, and a
 * check on the state of every heartbeat that the plan relied on.
 */
final class Intent {
  private final RecordStore store;
  private final Scene scene;
  private final List<Write> parts = new ArrayList<>();

  Intent(RecordStore store, Scene scene) {
    this.store = store;
    this.scene = scene;
    parts.add(new Leases(store).check(scene.lease()));
    scene
        .plan()
        .reliedOn()
        .forEach(
            (instance, state) ->
                parts.add(
                    new Write.Check(
                        Keys.node(scene.view().cluster(), instance),
                        Expect.all(
                            Expect.is("bootNonce", state.bootNonce()),
                            Expect.is("stateVersion", state.stateVersion())))));
  }

  /** Adds a part. */
  Intent with(Write part) {
    parts.add(part);
    return this;
  }

  /**
   * Adds the plan's status, and the fleet entry if the cluster's health changed with it; and what
   * was seen at the nodes, which that status counts as told.
   */
  Intent withStatus() {
    for (Reason seen : scene.plan().seen()) {
      parts.add(scene.journal().entry(scene.view().observedAt(), Journal.SEEN, seen));
    }
    return withStatus(scene.plan().status());
  }

  /** Adds this status, and the fleet entry if the cluster's health changed with it. */
  Intent withStatus(Status status) {
    parts.add(
        new Write.Put(
            new Item(Keys.status(scene.view().cluster()), StatusCodec.write(status)),
            Expect.anything()));
    health(scene, status).ifPresent(parts::add);
    return this;
  }

  /** Adds a journal entry about the plan's decision. */
  Intent journalled() {
    return journalled(scene.plan().decision().reason());
  }

  /** Adds a journal entry about the plan's decision, with this reason. */
  Intent journalled(Reason reason) {
    parts.add(
        scene.journal().entry(scene.view().observedAt(), scene.plan().decision().name(), reason));
    return this;
  }

  /** Writes all or nothing. */
  Acted commit(Acted whenWritten) {
    return switch (store.transact(parts)) {
      case WriteResult.Written written -> whenWritten;
      case WriteResult.Refused refused -> new Acted.Refused(refused.keys());
    };
  }

  /** The write that brings the fleet's line up to date, where the fleet was looked at. */
  static Optional<Write> health(Scene scene, Status next) {
    return scene
        .sight()
        .entry()
        .flatMap(
            entry -> {
              FleetEntry showing = showing(scene, entry, next);
              return showing.equals(entry) ? Optional.empty() : Optional.of(put(entry, showing));
            });
  }

  private static FleetEntry showing(Scene scene, FleetEntry entry, Status next) {
    return switch (next.phase()) {
      case HEALTHY -> entry.showing(true, scene.view().observedAt());
      case DEGRADED, NO_QUORUM, HALTED -> entry.showing(false, scene.view().observedAt());
      // A birth or a change under way says nothing about the observer.
      case WAITING_FOR_NODES, BOOTSTRAPPING, CHANGING -> entry;
    };
  }

  private static Write put(FleetEntry read, FleetEntry next) {
    return new Write.Put(
        new Item(Keys.fleet(next.name()), FleetEntryCodec.write(next)),
        Expect.all(Expect.is("uid", read.uid().value()), Expect.is("group", read.group())));
  }
}
