package io.quorate.simulation.run;

import io.quorate.model.InstanceId;
import io.quorate.simulation.cloud.GroupModel;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.etcd.EtcdProcess;
import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.node.Fleet;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.schedule.Actor;
import io.quorate.simulation.store.Dialect;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Brings a scenario's faults about, each at its time, and ends what lasts. */
final class FaultRunner {
  private static final long BACKUP_MILLIS = 10_000;
  private static final Set<FaultKind> BACKED_UP =
      EnumSet.of(FaultKind.ROLL_BACK_DISK, FaultKind.ROLL_BACK_DIRECTORY);
  private static final long SLOW_MILLIS = 120_000;

  /** A few saves of a journal. */
  private static final int FILE_CALLS = 20;

  private final World world;
  private final TableBackups tables;
  private long injected;

  FaultRunner(World world) {
    this.world = world;
    tables = new TableBackups(world);
  }

  void begin() {
    for (Fault fault : world.scenario().faults()) {
      world.scheduler().after(fault.at(), () -> bring(fault));
    }
    if (world.scenario().faults().stream().anyMatch(f -> BACKED_UP.contains(f.kind()))) {
      backUp();
    }
    if (world.scenario().faults().stream().anyMatch(f -> f.kind() == FaultKind.RESTORE_TABLE)) {
      tables.begin();
    }
  }

  /** How many had somebody to befall. */
  long injected() {
    return injected;
  }

  private void backUp() {
    long now = world.scheduler().now();
    world.sites().forEach(site -> site.fleet().nodes().forEach(node -> node.backUp(now)));
    if (!world.weather().calm()) {
      world.scheduler().after(BACKUP_MILLIS, this::backUp);
    }
  }

  private void bring(Fault fault) {
    boolean aimed = world.scenario().aimed();
    ClusterSite site = world.sites().get(aimed ? 0 : fault.pick() % world.sites().size());
    String whom = aimed && fault.kind().ofAll() ? "" : befall(fault, site);
    if (!whom.isEmpty()) {
      injected++;
      world.coverage().fault(fault.kind());
      site.disturbed(world.scheduler().now());
      world.tell("FAULT", fault.kind() + " " + whom + " for " + fault.amount());
    }
  }

  private String befall(Fault fault, ClusterSite site) {
    return switch (fault.kind()) {
      case STORE_OUTAGE -> {
        world.weather().storeOut(end(fault));
        yield "all";
      }
      case CLOUD_OUTAGE -> {
        world.weather().cloudOut(end(fault));
        yield "all";
      }
      case ARCHIVE_OUTAGE -> {
        world.weather().archiveOut(end(fault));
        yield "all";
      }
      case LAMBDA_OUTAGE -> {
        world.weather().lambdaOut(end(fault));
        yield "all";
      }
      case CONTROL_PLANE_OUTAGE -> {
        world.weather().storeOut(end(fault));
        world.weather().archiveOut(end(fault));
        world.weather().cloudOut(end(fault));
        world.weather().lambdaOut(end(fault));
        yield "all";
      }
      case CUT_CONTROLLER_FROM_STORE -> {
        world.weather().cutFromStore(Weather.CONTROLLER, end(fault));
        yield "controller";
      }
      case NEXT_SCHEMA_RECORD -> {
        Key key = fault.pick() % 2 == 0 ? Keys.spec(site.name()) : Keys.status(site.name());
        world.store().rewrite(key, Dialect.NEXT_SCHEMA::say);
        world
            .scheduler()
            .after(
                end(fault) - world.scheduler().now(),
                () -> world.store().rewrite(key, Dialect.OWN_SCHEMA));
        yield key.toString();
      }
      case RESTORE_TABLE -> tables.restore(fault);
      case CONTROLLER_CLOCK_JUMP -> {
        world.jumpControllerClocks(fault.pick() % 2 == 0 ? fault.amount() : -fault.amount());
        yield "controller";
      }
      case APPLY_SPEC -> {
        site.apply((int) fault.amount());
        site.apply((int) fault.amount() + fault.pick() % 2);
        yield site.name().value();
      }
      case POWER_LOSS_ALL -> {
        List<Node> all = site.fleet().running();
        all.forEach(node -> node.disturbed(end(fault)));
        all.forEach(node -> outage(site, node, fault, () -> {}));
        yield all.isEmpty() ? "" : "all";
      }
      case LOSE_EXECUTOR -> {
        site.onNextStep(node -> loseExecutor(fault, site, node));
        yield "an executor";
      }
      case SLOW_LEARNER -> {
        site.onNextStep(node -> slowLearner(fault, site, node));
        yield "the next learner";
      }
      case CRASH_CONTROLLER_BEFORE, CRASH_CONTROLLER_AFTER, FREEZE_CONTROLLER -> controller(fault);
      case TERMINATE, REBALANCE, STOP_START, DETACH -> instance(fault, site);
      case CRASH_EXECUTOR_BEFORE,
          CRASH_EXECUTOR_AFTER,
          FREEZE_EXECUTOR,
          TERMINATE_EXECUTOR,
          POWER_LOSS_EXECUTOR,
          POWER_LOSS_SAVING,
          CUT_EXECUTOR ->
          executor(fault, site);
      case KILL_AGENT,
          CRASH_AGENT_BEFORE,
          CRASH_AGENT_AFTER,
          FREEZE_AGENT,
          KILL_ETCD,
          FREEZE_MACHINE,
          POWER_LOSS,
          WIPE,
          AGENT_CLOCK_JUMP,
          NEXT_SCHEMA_ROW,
          NEW_DISK,
          LOSE_DIRECTORY,
          ROLL_BACK_DIRECTORY,
          ROLL_BACK_DISK,
          ISOLATE_PEER,
          DEAFEN_PEER,
          MUTE_PEER,
          CUT_AGENT_FROM_STORE,
          CUT_AGENT_FROM_PEERS,
          CUT_MACHINE ->
          onNode(fault, site);
    };
  }

  private long end(Fault fault) {
    return Math.min(world.scheduler().now() + fault.amount(), world.scenario().faultsMillis());
  }

  private String controller(Fault fault) {
    List<Actor> busy = world.controllers();
    if (busy.isEmpty()) {
      // The next one that is invoked will do.
      world.nextInvocation(actor -> befallController(fault, actor));
      return "the next invocation";
    }
    Actor actor = busy.get(fault.pick() % busy.size());
    befallController(fault, actor);
    return actor.name();
  }

  private void befallController(Fault fault, Actor actor) {
    if (fault.kind() == FaultKind.FREEZE_CONTROLLER) {
      actor.freeze(end(fault));
    } else {
      actor.crashAtCall(fault.amount(), point(fault.kind() == FaultKind.CRASH_CONTROLLER_BEFORE));
    }
  }

  private static Actor.Point point(boolean before) {
    return before ? Actor.Point.BEFORE : Actor.Point.AFTER;
  }

  private String instance(Fault fault, ClusterSite site) {
    GroupModel group = site.group();
    List<Instance> counted = group.instances().stream().filter(Instance::counted).toList();
    if (counted.isEmpty()) {
      return "";
    }
    Instance instance = counted.get(fault.pick() % counted.size());
    long hook = world.scenario().knob(Knob.HOOK_MILLIS);
    long settled = world.scheduler().now() + fault.amount() + hook + 120_000;
    site.fleet().nodes().stream()
        .filter(node -> node.machine().instance() == instance)
        .forEach(node -> node.disturbed(settled));
    switch (fault.kind()) {
      case TERMINATE -> group.terminate(instance, "spot, health or a person");
      case REBALANCE -> {
        group.launch();
        world
            .scheduler()
            .after(fault.amount(), () -> group.terminate(instance, "zones are balanced"));
      }
      case STOP_START -> {
        group.stop(instance);
        world.scheduler().after(fault.amount(), () -> group.start(instance));
      }
      case DETACH -> group.detach(instance);
      default -> throw new IllegalStateException(fault + " is not about an instance");
    }
    return instance.id().value();
  }

  /** Whoever executes an instruction now, else whoever begins the next step of one. */
  private String executor(Fault fault, ClusterSite site) {
    List<Node> executing =
        site.fleet().running().stream().filter(node -> node.machine().executing()).toList();
    if (executing.isEmpty()) {
      site.onNextStep(node -> world.scheduler().after(0, () -> befallExecutor(fault, site, node)));
      return "the next executor";
    }
    Node node = executing.get(fault.pick() % executing.size());
    befallExecutor(fault, site, node);
    return node.machine().instance().id().value();
  }

  private void befallExecutor(Fault fault, ClusterSite site, Node node) {
    if (world.weather().calm() || !node.machine().on()) {
      return;
    }
    long until = end(fault);
    node.disturbed(until);
    world.tell("FAULT", fault.kind() + " befalls " + node.machine().instance().id());
    switch (fault.kind()) {
      case FREEZE_EXECUTOR -> freeze(node, until);
      case POWER_LOSS_EXECUTOR -> outage(site, node, fault, () -> {});
      case POWER_LOSS_SAVING ->
          node.machine()
              .cutPowerAtFileCall(fault.pick() % FILE_CALLS, () -> cutWithin(site, node, fault));
      case CUT_EXECUTOR -> cut(node, until);
      case TERMINATE_EXECUTOR -> {
        node.disturbed(until + 120_000);
        site.group().terminate(node.machine().instance(), "spot, health or a person");
      }
      case CRASH_EXECUTOR_BEFORE -> crashAt(node, fault, Actor.Point.BEFORE);
      case CRASH_EXECUTOR_AFTER -> crashAt(node, fault, Actor.Point.AFTER);
      default -> throw new IllegalStateException(fault + " is not about an executor");
    }
  }

  private void loseExecutor(Fault fault, ClusterSite site, Node node) {
    if (fault.amount() > 0) {
      site.onNextStep(next -> loseExecutor(fault.lasting(fault.amount() - 1), site, next));
      return;
    }
    world
        .scheduler()
        .after(
            0,
            () -> {
              if (!world.weather().calm()) {
                world.tell("FAULT", fault.kind() + " befalls " + node.machine().instance().id());
                node.disturbed(world.scheduler().now() + 120_000);
                site.fleet().powerOff(node);
                site.group().terminate(node.machine().instance(), "its host is lost");
              }
            });
  }

  private void slowLearner(Fault fault, ClusterSite site, Node node) {
    if (!node.machine().step().equals("JOIN START")) {
      site.onNextStep(next -> slowLearner(fault, site, next));
      return;
    }
    long until = end(fault.lasting(SLOW_MILLIS));
    node.disturbed(until);
    world.net().slow(node.machine().address(), fault.amount(), until);
    world.tell("FAULT", fault.kind() + " befalls " + node.machine().instance().id());
  }

  /** Armed before faults stopped, but that may be over. */
  private void cutWithin(ClusterSite site, Node node, Fault fault) {
    if (!world.weather().calm()) {
      node.disturbed(end(fault));
      site.disturbed(world.scheduler().now());
      world.tell("FAULT", fault.kind() + " cuts " + node.machine().instance().id());
      outage(site, node, fault, () -> {});
    }
  }

  private static void crashAt(Node node, Fault fault, Actor.Point point) {
    node.living().ifPresent(actor -> actor.crashAtCall(fault.amount(), point));
  }

  private void cut(Node node, long until) {
    String address = node.machine().address();
    world.weather().cutFromStore(node.machine().instance().id().value(), until);
    for (boolean peers : new boolean[] {true, false}) {
      world.net().mute(address, peers, until);
      world.net().deafen(address, peers, until);
    }
  }

  private String onNode(Fault fault, ClusterSite site) {
    List<Node> running = site.fleet().running();
    if (running.isEmpty()) {
      return "";
    }
    Node node = running.get(fault.pick() % running.size());
    String id = node.machine().instance().id().value();
    String address = node.machine().address();
    long until = end(fault);
    node.disturbed(until);
    switch (fault.kind()) {
      case KILL_AGENT -> site.fleet().killAgent(node, fault.amount());
      case CRASH_AGENT_BEFORE -> crashAt(node, fault, Actor.Point.BEFORE);
      case CRASH_AGENT_AFTER -> crashAt(node, fault, Actor.Point.AFTER);
      case FREEZE_AGENT -> node.living().ifPresent(actor -> actor.freeze(until));
      case KILL_ETCD -> node.machine().etcd().ifPresent(EtcdProcess::kill);
      case FREEZE_MACHINE -> freeze(node, until);
      case POWER_LOSS -> outage(site, node, fault, () -> {});
      case NEW_DISK -> outage(site, node, fault, node::newDisk);
      case LOSE_DIRECTORY -> outage(site, node, fault, () -> node.machine().wipe());
      case ROLL_BACK_DIRECTORY -> {
        long then = world.scheduler().now() - Math.max(15_000, fault.amount());
        if (!node.machine().knownPast(node.logEndBack(then))) {
          return "";
        }
        outage(site, node, fault.lasting(5_000), () -> node.rollBackDirectory(then));
      }
      case ROLL_BACK_DISK -> {
        long then = world.scheduler().now() - Math.max(15_000, fault.amount());
        if (!site.reported(node, node.logEndBack(then))) {
          return "";
        }
        outage(site, node, fault.lasting(5_000), () -> node.rollBack(then));
      }
      case AGENT_CLOCK_JUMP ->
          node.skew(node.skewMillis() + (fault.pick() % 2 == 0 ? 1 : -1) * fault.amount());
      case NEXT_SCHEMA_ROW -> nextSchemaRow(site, node, until);
      case WIPE -> node.machine().wipe();
      case ISOLATE_PEER -> {
        world.net().mute(address, true, until);
        world.net().deafen(address, true, until);
      }
      case DEAFEN_PEER -> world.net().deafen(address, true, until);
      case MUTE_PEER -> world.net().mute(address, true, until);
      case CUT_AGENT_FROM_STORE -> world.weather().cutFromStore(id, until);
      case CUT_AGENT_FROM_PEERS -> {
        world.net().mute(address, false, until);
        world.net().deafen(address, false, until);
      }
      case CUT_MACHINE -> cut(node, until);
      default -> throw new IllegalStateException(fault + " is not about a node");
    }
    return id;
  }

  /** The release before cannot read its own row then: somebody puts that right. */
  private void nextSchemaRow(ClusterSite site, Node node, long until) {
    InstanceId id = node.machine().instance().id();
    world.weather().nextSchema(id.value(), until);
    world
        .scheduler()
        .after(
            until - world.scheduler().now(),
            () -> world.store().rewrite(Keys.node(site.name(), id), Dialect.OWN_SCHEMA));
  }

  private void freeze(Node node, long until) {
    node.living().ifPresent(actor -> actor.freeze(until));
    node.machine()
        .etcd()
        .filter(EtcdProcess::awake)
        .ifPresent(
            process -> {
              process.freeze();
              world.scheduler().after(until - world.scheduler().now(), process::thaw);
            });
  }

  private void outage(ClusterSite site, Node node, Fault fault, Runnable meanwhile) {
    Fleet fleet = site.fleet();
    fleet.powerOff(node);
    meanwhile.run();
    long back = Math.max(1_000, end(fault) - world.scheduler().now());
    world.scheduler().after(back, () -> fleet.powerOn(node));
  }
}
