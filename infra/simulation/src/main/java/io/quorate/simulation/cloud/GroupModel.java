package io.quorate.simulation.cloud;

import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.SeededRandom;
import io.quorate.simulation.schedule.Times;
import io.quorate.simulation.schedule.Transcript;
import io.quorate.state.Interruption;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One Auto Scaling group and its instances:
 *
 * <ol>
 *   <li>it launches while it counts fewer than it desires, each into the zone with the fewest;
 *   <li>it ends none while it counts more: every instance is protected from scale-in;
 *   <li>a launched instance is pending, boots, and is soon in service;
 *   <li>hooks, where there are any, hold one that comes or goes for a while; it works meanwhile;
 *   <li>one that is terminated goes on for a while, halts, and only later counts as terminated;
 *   <li>one that ended otherwise than through the group stays in it, in service as before: health
 *       replacement and rebalancing are suspended, as production suspends them, so that only a
 *       controller's call makes the group let it go.
 * </ol>
 */
public final class GroupModel {
  private static final long NOTICE_MILLIS = 120_000;
  private static final long ASKED_MILLIS = 5_000;
  private static final List<String> ZONES = List.of("zone-a", "zone-b", "zone-c");

  private final String name;
  private final Scheduler scheduler;
  private final SeededRandom random;
  private final Transcript transcript;
  private final MachineLifecycle machines;
  private final long pacePercent;
  private final LongSupplier hookMillis;
  private final List<Instance> instances = new ArrayList<>();
  private final List<Consumer<Instance>> changed = new ArrayList<>();
  private final List<Consumer<Instance>> controllerTerminates = new ArrayList<>();
  private final Optional<Deque<String>> freeAddresses;
  private int desired;
  private int launched;
  private boolean reconciling;

  /**
   * An empty group.
   *
   * @param pacePercent how long it takes over everything, of what is usual
   */
  public GroupModel(
      String name,
      Scheduler scheduler,
      SeededRandom random,
      Transcript transcript,
      MachineLifecycle machines,
      Optional<Deque<String>> freeAddresses,
      long pacePercent,
      LongSupplier hookMillis) {
    this.name = name;
    this.scheduler = scheduler;
    this.random = random;
    this.transcript = transcript;
    this.machines = machines;
    this.freeAddresses = freeAddresses;
    this.hookMillis = hookMillis;
    this.pacePercent = pacePercent;
  }

  private long drawn(long least, long most) {
    return random.between(name, least, most) * pacePercent / 100;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Its desired capacity. */
  public int desired() {
    return desired;
  }

  /** Every instance it ever had, oldest first. */
  public List<Instance> instances() {
    return instances;
  }

  /** Whether an instance of it is terminated. */
  public boolean terminated(InstanceId id) {
    return instances().stream()
        .anyMatch(i -> i.id().equals(id) && i.state() == InstanceState.TERMINATED);
  }

  /** Whether an instance of it is terminated, and EC2 does not show it any more. */
  public boolean forgotten(InstanceId id) {
    return terminated(id)
        && find(id).flatMap(instance -> instance.stateAt(scheduler.now())).isEmpty();
  }

  /** The one with this id. */
  public Optional<Instance> find(InstanceId id) {
    return instances.stream().filter(instance -> instance.id().equals(id)).findFirst();
  }

  /** To be told when an instance came into another state. */
  public void onChange(Consumer<Instance> told) {
    changed.add(told);
  }

  /** To be told before a controller's termination of an instance has its effect. */
  public void onControllerTerminates(Consumer<Instance> told) {
    controllerTerminates.add(told);
  }

  void terminateByController(Instance instance, String who) {
    controllerTerminates.forEach(told -> told.accept(instance));
    terminate(instance, "by " + who);
  }

  /** Sets the desired capacity. */
  public void desire(int next) {
    desired = next;
    reconcileSoon();
  }

  private void reconcileSoon() {
    if (!reconciling) {
      reconciling = true;
      scheduler.after(drawn(500, 15_000), this::reconcile);
    }
  }

  private void reconcile() {
    reconciling = false;
    long counted = instances.stream().filter(Instance::counted).count();
    for (long i = counted; i < desired; i++) {
      launch();
    }
  }

  /** Launches one more, desired or not. */
  public Instance launch() {
    int number = ++launched;
    String address =
        freeAddresses
            .map(Deque::pollFirst)
            .orElse("10." + name.substring(1) + "." + number / 200 + "." + (number % 200 + 10));
    Instance instance =
        new Instance(
            new InstanceId("i-%s%03d".formatted(name, number)), zone(), address, scheduler.now());
    instances.add(instance);
    tell(instance, "launched in " + instance.zone() + " at " + address);
    scheduler.after(drawn(2_000, 20_000), () -> run(instance));
    return instance;
  }

  private String zone() {
    return ZONES.stream()
        .min(
            java.util.Comparator.comparing(
                zone ->
                    instances.stream().filter(i -> i.counted() && i.zone().equals(zone)).count()))
        .orElseThrow();
  }

  private void run(Instance instance) {
    if (instance.state() == InstanceState.PENDING) {
      instance.become(InstanceState.RUNNING, scheduler.now());
      tell(instance, "runs");
      machines.incarnations(instance);
      long hook = hookMillis.getAsLong() * pacePercent / 100;
      if (hook > 0 && instance.lifecycle().equals("Pending")) {
        instance.lifecycle("Pending:Wait", scheduler.now());
        tell(instance, "waits for the launch hook");
      }
      scheduler.after(hook + drawn(0, 10_000), () -> inService(instance));
    }
  }

  private void inService(Instance instance) {
    if (instance.lifecycle().startsWith("Pending")) {
      instance.lifecycle("InService", scheduler.now());
      tell(instance, "in service");
    }
  }

  /** Begins to terminate an instance; one that is on its way out already goes on so. */
  public void terminate(Instance instance, String why) {
    if (instance.lifecycle().startsWith("Terminating")) {
      return;
    }
    if (instance.lifecycle().isEmpty()) {
      shutDown(instance, why);
      return;
    }
    long hook = hookMillis.getAsLong() * pacePercent / 100;
    if (hook == 0) {
      instance.lifecycle("Terminating", scheduler.now());
      shutDown(instance, why);
      letGo(instance);
      return;
    }
    instance.lifecycle("Terminating:Wait", scheduler.now());
    tell(instance, "waits for the termination hook: " + why);
    reconcileSoon();
    scheduler.after(
        hook,
        () -> {
          instance.lifecycle("Terminating:Proceed", scheduler.now());
          shutDown(instance, why + "; nobody held the hook");
          letGo(instance);
        });
  }

  /** Ends an instance as EC2 does, without the group: a person, a spot market, a lost host. */
  public void terminateAtEc2(Instance instance) {
    shutDown(instance, "at EC2, not through the group");
  }

  /** The cloud says that it takes an instance in two minutes; it ends it so much later. */
  public void giveNotice(Instance instance, long endsAfter) {
    announce(instance, Interruption.TERMINATE, NOTICE_MILLIS);
    scheduler.after(endsAfter, () -> terminateAtEc2(instance));
  }

  /** The cloud advises to replace an instance. */
  public void advise(Instance instance) {
    announce(instance, Interruption.REBALANCE, 0);
  }

  /** Agents ask the metadata every five seconds. */
  private void announce(Instance instance, String action, long in) {
    long now = scheduler.now();
    instance.announce(
        new Interruption(action, Times.EPOCH.plusMillis(now + in)),
        now + random.between("spot", 0, ASKED_MILLIS));
    tell(instance, "the cloud announces: " + action);
  }

  /**
   * The same as at EC2, and EC2 never shows it terminated: it has forgotten it when somebody looks.
   */
  public void terminateUnseen(Instance instance) {
    instance.endsUnseen();
    terminateAtEc2(instance);
  }

  private void shutDown(Instance instance, String why) {
    if (instance.state() == InstanceState.SHUTTING_DOWN
        || instance.state() == InstanceState.TERMINATED) {
      return;
    }
    instance.become(InstanceState.SHUTTING_DOWN, scheduler.now());
    tell(instance, "terminated: " + why);
    long alive = drawn(0, 30_000);
    scheduler.after(alive, () -> machines.halts(instance));
    scheduler.after(alive + drawn(0, 60_000), () -> gone(instance));
    reconcileSoon();
  }

  private void gone(Instance instance) {
    machines.destroyed(instance);
    instance.become(InstanceState.TERMINATED, scheduler.now());
    if (!instance.counted()) {
      instance.lifecycle("", scheduler.now());
    }
    freeAddresses.ifPresent(free -> free.add(instance.address()));
    tell(instance, "is terminated");
    reconcileSoon();
  }

  /** A hook may have held it beyond its end. */
  private void letGo(Instance instance) {
    if (instance.state() == InstanceState.TERMINATED) {
      instance.lifecycle("", scheduler.now());
      tell(instance, "leaves its group");
      reconcileSoon();
    }
  }

  /** Stops an instance as a person may: its disk stays. */
  public void stop(Instance instance) {
    if (instance.state() == InstanceState.RUNNING) {
      instance.become(InstanceState.STOPPED, scheduler.now());
      tell(instance, "stopped by a person");
      machines.halts(instance);
    }
  }

  /** Starts a stopped one again. */
  public void start(Instance instance) {
    if (instance.state() == InstanceState.STOPPED) {
      instance.become(InstanceState.RUNNING, scheduler.now());
      tell(instance, "started by a person");
      machines.incarnations(instance);
    }
  }

  /** Takes an instance out of the group; it lives on. */
  public void detach(Instance instance) {
    if (instance.counted() && instance.state() != InstanceState.TERMINATED) {
      instance.lifecycle("", scheduler.now());
      tell(instance, "detached from its group");
      reconcileSoon();
    }
  }

  private void tell(Instance instance, String what) {
    transcript.line(scheduler.now(), instance.id().value(), what, () -> "");
    changed.forEach(told -> told.accept(instance));
  }
}
