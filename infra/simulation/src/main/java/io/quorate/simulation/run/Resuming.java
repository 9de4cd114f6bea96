package io.quorate.simulation.run;

import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.reconcile.Resume;
import io.quorate.controller.reconcile.Resumed;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.schedule.Actor;
import io.quorate.store.StoreUnavailableException;
import java.util.HashMap;
import java.util.Map;

/**
 * A person who goes on with the older table, in every second scenario that restores one: once
 * nothing befalls any more and every node had time to report, for only the person can know that.
 */
public final class Resuming {
  /** What such a person is called. */
  public static final String PERSON = "person";

  private static final long ALL_REPORTED_MILLIS = 90_000;
  private static final long AGAIN_MILLIS = 30_000;
  private static final int TIRED_AFTER = 10;

  private final World world;
  private final Map<ClusterSite, Integer> tries = new HashMap<>();

  Resuming(World world) {
    this.world = world;
  }

  /** Whether this scenario has such a person. */
  boolean expected() {
    return world.scenario().seed() % 2 == 0
        && world.scenario().faults().stream().anyMatch(f -> f.kind() == FaultKind.RESTORE_TABLE);
  }

  void begin() {
    if (expected()) {
      world.scheduler().after(world.scenario().faultsMillis() + ALL_REPORTED_MILLIS, this::all);
    }
  }

  /** Whether the person has nothing more to try. */
  boolean tired(ClusterSite site) {
    return tries.getOrDefault(site, 0) >= TIRED_AFTER;
  }

  private void all() {
    world.sites().stream()
        .filter(site -> !tired(site))
        .forEach(
            site -> {
              Actor person = new Actor(world.scheduler(), PERSON + " of " + site.name());
              person.start("resumes", () -> resume(site, person));
            });
    world.scheduler().after(AGAIN_MILLIS, this::all);
  }

  private void resume(ClusterSite site, Actor person) {
    Resume resume =
        new Resume(world.storeOf(person), world::instant, () -> world.dice().nonce("resume"));
    try {
      told(site, resume.run(site.name(), "a person"));
    } catch (StoreUnavailableException | UnreadableRecordException e) {
      world.tell(PERSON, "cannot resume " + site.name() + ": " + e.getMessage());
      tries.merge(site, 1, Integer::sum);
    }
  }

  private void told(ClusterSite site, Resumed resumed) {
    switch (resumed) {
      case Resumed.Refused no -> {
        tries.merge(site, 1, Integer::sum);
        world.tell(PERSON, "may not resume " + site.name() + ": " + no.why());
      }
      case Resumed.Done done -> world.tell(PERSON, "resumes " + site.name() + " " + done);
      case Resumed.Busy busy -> world.tell(PERSON, "finds " + site.name() + " busy");
      case Resumed.NotHalted none -> tries.merge(site, 1, Integer::sum);
    }
  }
}
