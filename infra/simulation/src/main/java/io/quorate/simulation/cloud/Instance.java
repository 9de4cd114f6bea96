package io.quorate.simulation.cloud;

import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.state.Interruption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One instance, and when it was in which state, for listings that are late. */
public final class Instance {
  /** EC2 shows a terminated instance for about an hour. */
  private static final long REMEMBERED_MILLIS = 3_600_000;

  private final InstanceId id;
  private final String zone;
  private final String address;
  private final TreeMap<Long, InstanceState> states = new TreeMap<>();
  private final TreeMap<Long, String> lifecycles = new TreeMap<>();
  private boolean neverShownTerminated;
  private Optional<Announced> announced = Optional.empty();

  Instance(InstanceId id, String zone, String address, long now) {
    this.id = id;
    this.zone = zone;
    this.address = address;
    states.put(now, InstanceState.PENDING);
    lifecycles.put(now, "Pending");
  }

  /** Its id. */
  public InstanceId id() {
    return id;
  }

  /** Its availability zone. */
  public String zone() {
    return zone;
  }

  /** Its private address; a later instance may get it once this one is terminated. */
  public String address() {
    return address;
  }

  /** Its true state now. */
  public InstanceState state() {
    return states.lastEntry().getValue();
  }

  /** Its true lifecycle state now; empty once the group has let it go. */
  public String lifecycle() {
    return lifecycles.lastEntry().getValue();
  }

  /** Whether the group counts it. */
  public boolean counted() {
    return counts(lifecycle());
  }

  /** Whether the group counted it then; one that was not launched yet passes. */
  public boolean countedAt(long then) {
    Map.Entry<Long, String> entry = lifecycles.floorEntry(then);
    return entry == null || counts(entry.getValue());
  }

  private static boolean counts(String lifecycle) {
    return lifecycle.startsWith("Pending") || lifecycle.equals("InService");
  }

  void become(InstanceState state, long now) {
    states.put(now, state);
  }

  /** It ends while nobody looks for an hour: EC2 has forgotten it when somebody does again. */
  void endsUnseen() {
    neverShownTerminated = true;
  }

  private record Announced(Interruption word, long from) {}

  /** The cloud announces something of it, which it reads of itself from then on. */
  void announce(Interruption word, long from) {
    if (announced.filter(before -> !before.word().advises()).isEmpty()) {
      announced = Optional.of(new Announced(word, from)); // What EC2 announced stays so.
    }
  }

  /** What it reads of itself then. */
  public Optional<Interruption> announcedAt(long then) {
    return announced.filter(word -> word.from() <= then).map(Announced::word);
  }

  /** Whether the cloud gave notice that it takes it, and it has not ended yet. */
  public boolean toBeTaken() {
    return announced.filter(before -> before.word().terminates()).isPresent()
        && state() != InstanceState.TERMINATED;
  }

  void lifecycle(String next, long now) {
    lifecycles.put(now, next);
  }

  /** As EC2 would have shown it then. */
  Optional<InstanceState> stateAt(long then) {
    Map.Entry<Long, InstanceState> entry = states.floorEntry(then);
    if (entry == null) {
      return Optional.empty();
    }
    long remembered = neverShownTerminated ? -1 : REMEMBERED_MILLIS;
    boolean forgotten =
        entry.getValue() == InstanceState.TERMINATED && then - entry.getKey() > remembered;
    return forgotten ? Optional.empty() : Optional.of(entry.getValue());
  }

  /** As Auto Scaling would have shown it then. */
  Optional<String> lifecycleAt(long then) {
    return Optional.ofNullable(lifecycles.floorEntry(then))
        .map(Map.Entry::getValue)
        .filter(lifecycle -> !lifecycle.isEmpty());
  }
}
