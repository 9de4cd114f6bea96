package io.quorate.simulation.world;

import io.quorate.simulation.cloud.CloudApi;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.schedule.CallFault;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.SeededRandom;
import io.quorate.simulation.store.Dialect;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** What becomes of requests to the store and the cloud: by knobs, outages and cuts. */
public final class Outages {
  /** What all controllers are called here, as a node is by its instance id. */
  public static final String CONTROLLER = "controller";

  private static final String FIRST = "i-c1";
  private static final String ARCHIVE = "archive";
  private static final String ZONE = "zone";
  private static final long LATEST_MILLIS = 120_000;

  /** Callers wait for five seconds. */
  private static final long SLOW_MILLIS = 4_000;

  private static final long AWAITED_MILLIS = 10_000;

  private final Scheduler scheduler;
  private final SeededRandom random;
  private final Scenario scenario;
  private final Map<String, Long> cutFromStore = new HashMap<>();
  private long storeOutUntil;
  private final Map<CloudApi, Long> apiOutUntil = new EnumMap<>(CloudApi.class);
  private long cloudOutUntil;
  private long cloudSlowUntil;
  private final Map<String, Long> nextSchema = new HashMap<>();
  private long archiveOutUntil;
  private long lambdaOutUntil;
  private long elsewhereFrom;
  private long elsewhereUntil;

  Outages(Scheduler scheduler, SeededRandom random, Scenario scenario) {
    this.scheduler = scheduler;
    this.random = random;
    this.scenario = scenario;
  }

  /** Whether the time of faults is over. */
  public boolean calm() {
    return scheduler.now() >= scenario.faultsMillis();
  }

  /** Until then no request to the store is answered. */
  public void storeOut(long until) {
    storeOutUntil = Math.max(storeOutUntil, until);
  }

  boolean storeIsOut() {
    return scheduler.now() < storeOutUntil;
  }

  /** Until then no request to the cloud is answered. */
  public void cloudOut(long until) {
    cloudOutUntil = Math.max(cloudOutUntil, until);
  }

  /** Until then no request to this service is answered. */
  public void out(CloudApi api, long until) {
    apiOutUntil.merge(api, until, Math::max);
  }

  /** Until then each call to the cloud takes long. */
  public void cloudSlow(long until) {
    cloudSlowUntil = Math.max(cloudSlowUntil, until);
  }

  /** Until then no request to the lineage mirror is answered. */
  public void archiveOut(long until) {
    archiveOutUntil = Math.max(archiveOutUntil, until);
  }

  /** Until then no controller is started. */
  public void lambdaOut(long until) {
    lambdaOutUntil = Math.max(lambdaOutUntil, until);
  }

  /**
   * From now on no agent reaches the tables that controllers read; from then until then these are
   * of another region.
   */
  public void elsewhere(long from, long until) {
    elsewhereFrom = from;
    elsewhereUntil = until;
  }

  boolean elsewhere() {
    return scheduler.now() >= elsewhereFrom && scheduler.now() < elsewhereUntil;
  }

  private long cutUntil(String who) {
    long copied = who.equals(CONTROLLER) ? 0 : elsewhereUntil;
    return Math.max(copied, cutFromStore.getOrDefault(who, 0L));
  }

  boolean lambdaIsOut() {
    return scheduler.now() < lambdaOutUntil;
  }

  /** A request to the lineage mirror. */
  CallFault archive(boolean writes) {
    if (scheduler.now() < archiveOutUntil || chance(ARCHIVE, Knob.ARCHIVE_LOST)) {
      return random.perMille(ARCHIVE, 300) ? CallFault.LOST : CallFault.FAILED;
    }
    long there =
        writes && chance(ARCHIVE, Knob.ARCHIVE_LATE)
            ? late(ARCHIVE)
            : millis(ARCHIVE, Knob.ARCHIVE_MILLIS);
    return CallFault.fine(there, millis(ARCHIVE, Knob.ARCHIVE_MILLIS));
  }

  /** Until then this node's agent is of a release that writes what this one refuses to read. */
  public void nextSchema(String who, long until) {
    nextSchema.merge(who, until, Math::max);
  }

  /** How the release of this process writes. */
  Dialect dialect(String who, String process) {
    if (scheduler.now() < nextSchema.getOrDefault(who, 0L)) {
      return Dialect.NEXT_SCHEMA;
    }
    return scenario.knob(Knob.MIXED_RELEASES) == 1 ? Dialect.of(process) : Dialect.OWN;
  }

  /** How long a lifecycle hook holds the next instance of a group. */
  long hookMillis(String group) {
    int most = scenario.knob(Knob.HOOK_MILLIS);
    return calm() || most == 0 ? 0 : random.between(group, 0, most);
  }

  /** Until then the store answers none of the requests of this one. */
  public void cutFromStore(String who, long until) {
    cutFromStore.merge(who, until, Math::max);
  }

  /** Whether the store has been there for this one, for as long as an agent waits for it. */
  boolean reachesStore(String who) {
    long since = Math.max(storeOutUntil, cutUntil(who));
    return scheduler.now() >= since + AWAITED_MILLIS || since == 0;
  }

  /** A store request of this one: an instance id, or the controller. */
  CallFault store(String who, boolean writes) {
    if (scheduler.now() < storeOutUntil
        || scheduler.now() < cutUntil(who)
        || chance(who, Knob.STORE_THROTTLED)) {
      return random.perMille(who, 200) ? CallFault.LOST : CallFault.FAILED;
    }
    if (chance(who, Knob.STORE_LOST)) {
      return CallFault.LOST;
    }
    long there = millis(who, Knob.STORE_MILLIS);
    long back = millis(who, Knob.STORE_MILLIS);
    if (writes && chance(who, Knob.STORE_LATE)) {
      return new CallFault(late(who), true, 0, false, OptionalLong.empty());
    }
    OptionalLong again =
        writes && chance(who, Knob.STORE_AGAIN)
            ? OptionalLong.of(there + late(who))
            : OptionalLong.empty();
    return new CallFault(there, true, back, !chance(who, Knob.STORE_UNANSWERED), again);
  }

  /** A call to Auto Scaling or EC2. */
  CallFault cloud(CloudApi api) {
    if (scheduler.now() < cloudOutUntil
        || scheduler.now() < apiOutUntil.getOrDefault(api, 0L)
        || chance("cloud", Knob.CLOUD_LOST)) {
      return random.perMille("cloud", 300) ? CallFault.LOST : CallFault.FAILED;
    }
    long there =
        chance("cloud", Knob.CLOUD_LATE) ? late("cloud") : millis("cloud", Knob.CLOUD_MILLIS);
    long slow = scheduler.now() < cloudSlowUntil ? SLOW_MILLIS : 0;
    return CallFault.fine(there + slow, millis("cloud", Knob.CLOUD_MILLIS));
  }

  /** A call to Route 53. One that was given up may arrive yet, and one that was made be unknown. */
  CallFault zone() {
    if (scheduler.now() < cloudOutUntil || chance(ZONE, Knob.ZONE_TROUBLE)) {
      return random.perMille(ZONE, 300) ? CallFault.LOST : CallFault.FAILED;
    }
    long there = chance(ZONE, Knob.ZONE_TROUBLE) ? late(ZONE) : millis(ZONE, Knob.CLOUD_MILLIS);
    return new CallFault(
        there,
        true,
        millis(ZONE, Knob.CLOUD_MILLIS),
        !chance(ZONE, Knob.ZONE_TROUBLE),
        OptionalLong.empty());
  }

  boolean zoneThrottles() {
    return chance(ZONE, Knob.ZONE_TROUBLE);
  }

  long listingLate() {
    return millis("listing", Knob.LISTING_LATE);
  }

  boolean listingForgets() {
    return chance("listing", Knob.LISTING_FORGETS);
  }

  /** Where all is aimed at the first cluster, only its own nodes are not. */
  private boolean spared(String stream) {
    return scenario.aimed() && !stream.startsWith(FIRST);
  }

  private long late(String stream) {
    return random.between(stream, 1_000, LATEST_MILLIS);
  }

  private boolean chance(String stream, Knob knob) {
    return !calm() && !spared(stream) && random.perMille(stream, scenario.knob(knob));
  }

  private long millis(String stream, Knob knob) {
    return calm() || spared(stream) ? 1 : random.between(stream, 0, scenario.knob(knob));
  }
}
