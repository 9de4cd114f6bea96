package io.quorate.simulation.run;

import io.quorate.controller.view.InstanceState;
import io.quorate.simulation.cloud.CloudApi;
import io.quorate.simulation.cloud.GroupModel;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.store.Dialect;
import io.quorate.simulation.world.Outages;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
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

  private final SimWorld world;
  private final TableBackups tables;
  private final NodeHarm harm;
  private final NodeFaults nodes;
  private final ExecutorFaults executors;
  private final Losses losses;
  private final RollingBack rollingBack;
  private final LostRecords lostRecords;
  private final MembersByHand byHand;
  private long injected;

  FaultRunner(SimWorld world, OperatorCommands commands) {
    this.world = world;
    tables = new TableBackups(world);
    harm = new NodeHarm(world);
    nodes = new NodeFaults(world);
    executors = new ExecutorFaults(world);
    losses = new Losses(world);
    rollingBack = new RollingBack(world, commands);
    lostRecords = new LostRecords(world);
    byHand = new MembersByHand(world);
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
    world
        .simClusters()
        .forEach(simCluster -> simCluster.fleet().nodes().forEach(node -> node.backUp(now)));
    if (!world.outages().calm()) {
      world.scheduler().after(BACKUP_MILLIS, this::backUp);
    }
  }

  private void bring(Fault fault) {
    boolean aimed = world.scenario().aimed();
    SimCluster simCluster =
        world.simClusters().get(aimed ? 0 : fault.pick() % world.simClusters().size());
    String whom = aimed && fault.kind().ofAll() ? "" : inject(fault, simCluster);
    if (!whom.isEmpty()) {
      injected++;
      world.coverage().fault(fault.kind());
      simCluster.disturbed(world.scheduler().now());
      world.tell("FAULT", fault.kind() + " " + whom + " for " + fault.amount());
    }
  }

  private String inject(Fault fault, SimCluster simCluster) {
    return switch (fault.kind()) {
      case STORE_OUTAGE -> {
        world.outages().storeOut(harm.end(fault));
        yield "all";
      }
      case CLOUD_OUTAGE -> {
        world.outages().cloudOut(harm.end(fault));
        yield "all";
      }
      case EC2_OUTAGE -> {
        world.outages().out(CloudApi.EC2, harm.end(fault));
        yield "all";
      }
      case AUTO_SCALING_OUTAGE -> {
        world.outages().out(CloudApi.AUTO_SCALING, harm.end(fault));
        yield "all";
      }
      case SLOW_CLOUD -> {
        world.outages().cloudSlow(harm.end(fault));
        yield "all";
      }
      case ARCHIVE_OUTAGE -> {
        world.outages().archiveOut(harm.end(fault));
        yield "all";
      }
      case LAMBDA_OUTAGE -> {
        world.outages().lambdaOut(harm.end(fault));
        yield "all";
      }
      case CONTROL_PLANE_OUTAGE -> {
        world.outages().storeOut(harm.end(fault));
        world.outages().archiveOut(harm.end(fault));
        world.outages().cloudOut(harm.end(fault));
        world.outages().lambdaOut(harm.end(fault));
        yield "all";
      }
      case CUT_CONTROLLER_FROM_STORE -> {
        world.outages().cutFromStore(Outages.CONTROLLER, harm.end(fault));
        yield "controller";
      }
      case NEXT_SCHEMA_RECORD -> {
        Key key =
            fault.pick() % 2 == 0 ? Keys.spec(simCluster.name()) : Keys.status(simCluster.name());
        world.store().rewrite(key, Dialect.NEXT_SCHEMA::say);
        world
            .scheduler()
            .after(
                harm.end(fault) - world.scheduler().now(),
                () -> world.store().rewrite(key, Dialect.OWN_SCHEMA));
        yield key.toString();
      }
      case FRAGMENT -> NodeHarm.fragment(simCluster);
      case FILL -> NodeHarm.fill(simCluster, fault.amount() % 2 == 0);
      case RESTORE_TABLE -> tables.restore(fault);
      case TABLES_COPIED -> tables.readInAnotherRegion(harm.end(fault));
      case DESIRE -> simCluster.desire((int) fault.amount());
      case LOSE_MOST, LOSE_ALL -> losses.bring(fault, simCluster);
      case ROLL_BACK_CLUSTER -> rollingBack.begin(simCluster, fault.pick());
      case EMPTY_TABLE -> lostRecords.empty(simCluster, (int) fault.amount());
      case CHANGE_AUTH -> simCluster.applyAuth((int) fault.amount());
      case AUTH_BY_HAND ->
          simCluster.accessControl().possible()
              ? simCluster.accessControl().changeByHand((int) fault.amount())
              : "";
      case ADD_MEMBER -> byHand.add(simCluster, fault.amount() % 2 == 1);
      case CHANGE_PEER_URL -> byHand.changeUrl(simCluster, fault.pick());
      case SPOIL_SNAPSHOT -> world.bucket().spoilNewest(simCluster.name() + "/").orElse("");
      case OTHERS_FALL -> {
        world.others().fall(harm.end(fault));
        yield "the fleet";
      }
      case CONTROLLER_CLOCK_JUMP -> {
        world.jumpControllerClocks(fault.pick() % 2 == 0 ? fault.amount() : -fault.amount());
        yield "controller";
      }
      case APPLY_SPEC -> {
        simCluster.apply((int) fault.amount());
        simCluster.apply((int) fault.amount() + fault.pick() % 2);
        yield simCluster.name().value();
      }
      case POWER_LOSS_ALL -> {
        List<SimNode> all = simCluster.fleet().running();
        all.forEach(node -> node.disturbed(harm.end(fault)));
        all.forEach(node -> harm.outage(simCluster, node, fault, () -> {}));
        yield all.isEmpty() ? "" : "all";
      }
      case LOSE_EXECUTOR -> {
        simCluster.onNextStep(node -> executors.lose(fault, simCluster, node));
        yield "an executor";
      }
      case SLOW_LEARNER -> {
        simCluster.onNextStep(node -> executors.slowLearner(fault, simCluster, node));
        yield "the next learner";
      }
      case CRASH_CONTROLLER_BEFORE, CRASH_CONTROLLER_AFTER, FREEZE_CONTROLLER -> controller(fault);
      case TERMINATE,
          TERMINATE_AT_EC2,
          EC2_FORGETS,
          REBALANCE,
          STOP_START,
          STOP_LONG,
          DETACH,
          SPOT_NOTICE,
          REBALANCE_ADVICE ->
          instance(fault, simCluster);
      case CRASH_EXECUTOR_BEFORE,
          CRASH_EXECUTOR_AFTER,
          FREEZE_EXECUTOR,
          HANG_EXECUTOR,
          TERMINATE_EXECUTOR,
          POWER_LOSS_EXECUTOR,
          NEW_DISK_EXECUTOR,
          POWER_LOSS_SAVING,
          CUT_EXECUTOR,
          ISOLATE_EXECUTOR ->
          executors.inject(fault, simCluster);
      case KILL_AGENT,
          CRASH_AGENT_BEFORE,
          CRASH_AGENT_AFTER,
          FREEZE_AGENT,
          KILL_ETCD,
          FREEZE_MACHINE,
          HANG_MACHINE,
          POWER_LOSS,
          WIPE,
          DAMAGE_DATA,
          CHANGE_BYTE,
          FULL_DISK,
          AGENT_CLOCK_JUMP,
          NEXT_SCHEMA_ROW,
          NEW_DISK,
          DISK_OF_ANOTHER,
          LOSE_DIRECTORY,
          ROLL_BACK_DIRECTORY,
          ROLL_BACK_DISK,
          ISOLATE_PEER,
          DEAFEN_PEER,
          MUTE_PEER,
          CUT_LINK,
          PARTITION,
          CUT_AGENT_FROM_STORE,
          CUT_AGENT_FROM_PEERS,
          CUT_MACHINE ->
          nodes.inject(fault, simCluster);
    };
  }

  private String controller(Fault fault) {
    List<SimProcess> busy = world.controllers();
    if (busy.isEmpty()) {
      // The next one that is invoked will do.
      world.nextInvocation(simProcess -> injectController(fault, simProcess));
      return "the next invocation";
    }
    SimProcess simProcess = busy.get(fault.pick() % busy.size());
    injectController(fault, simProcess);
    return simProcess.name();
  }

  private void injectController(Fault fault, SimProcess simProcess) {
    if (fault.kind() == FaultKind.FREEZE_CONTROLLER) {
      simProcess.freeze(harm.end(fault));
    } else {
      simProcess.crashAtCall(
          fault.amount(), point(fault.kind() == FaultKind.CRASH_CONTROLLER_BEFORE));
    }
  }

  private static SimProcess.Point point(boolean before) {
    return before ? SimProcess.Point.BEFORE : SimProcess.Point.AFTER;
  }

  /** Without it nobody tells an EC2 that forgets from one of another account. */
  private static boolean anotherRuns(List<Instance> counted, Instance instance) {
    return counted.stream()
        .anyMatch(other -> other != instance && other.state() == InstanceState.RUNNING);
  }

  private String instance(Fault fault, SimCluster simCluster) {
    GroupModel group = simCluster.group();
    List<Instance> counted =
        group.instances().stream()
            .filter(Instance::counted)
            .filter(instance -> instance.state() != InstanceState.TERMINATED)
            .toList();
    if (counted.isEmpty()) {
      return "";
    }
    Instance instance = counted.get(fault.pick() % counted.size());
    if (fault.kind() == FaultKind.EC2_FORGETS && !anotherRuns(counted, instance)) {
      return "";
    }
    long hook = world.scenario().knob(Knob.HOOK_MILLIS);
    long settled = world.scheduler().now() + fault.amount() + hook + 120_000;
    simCluster.fleet().nodes().stream()
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
      case TERMINATE_AT_EC2 -> group.terminateAtEc2(instance);
      case SPOT_NOTICE -> group.giveNotice(instance, fault.amount());
      case REBALANCE_ADVICE -> group.advise(instance);
      case EC2_FORGETS -> group.terminateUnseen(instance);
      case STOP_START, STOP_LONG -> {
        group.stop(instance);
        world.scheduler().after(fault.amount(), () -> group.start(instance));
      }
      case DETACH -> group.detach(instance);
      default -> throw new IllegalStateException(fault + " is not about an instance");
    }
    return instance.id().value();
  }
}
