package io.quorate.simulation.invariant;

import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.data.AckedSurvives;
import io.quorate.simulation.invariant.data.Fenced;
import io.quorate.simulation.invariant.data.NewestKept;
import io.quorate.simulation.invariant.data.PrunedCovered;
import io.quorate.simulation.invariant.instances.HandedBack;
import io.quorate.simulation.invariant.instances.HungOnEvidence;
import io.quorate.simulation.invariant.instances.HungUnheard;
import io.quorate.simulation.invariant.instances.LossTrue;
import io.quorate.simulation.invariant.instances.NothingDestroyed;
import io.quorate.simulation.invariant.instances.OnEvidence;
import io.quorate.simulation.invariant.instances.SilenceIsNotDeath;
import io.quorate.simulation.invariant.instances.VerdictsTrue;
import io.quorate.simulation.invariant.judge.Instructed;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.Look;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.invariant.members.DefragmentsAlone;
import io.quorate.simulation.invariant.members.DisarmedWithRoom;
import io.quorate.simulation.invariant.members.Independent;
import io.quorate.simulation.invariant.members.InstructionRules;
import io.quorate.simulation.invariant.members.InstructionsClose;
import io.quorate.simulation.invariant.members.OneChange;
import io.quorate.simulation.invariant.members.OnlyWrongLeave;
import io.quorate.simulation.invariant.members.PromotedCaughtUp;
import io.quorate.simulation.invariant.members.QuorumKept;
import io.quorate.simulation.invariant.members.RestartsAlone;
import io.quorate.simulation.invariant.members.ServesOn;
import io.quorate.simulation.invariant.records.AccessRules;
import io.quorate.simulation.invariant.records.AgentRules;
import io.quorate.simulation.invariant.records.BootstrapOnEvidence;
import io.quorate.simulation.invariant.records.BornOnce;
import io.quorate.simulation.invariant.records.Bounded;
import io.quorate.simulation.invariant.records.ControlRules;
import io.quorate.simulation.invariant.records.EvidenceOfNow;
import io.quorate.simulation.invariant.records.HeartbeatRules;
import io.quorate.simulation.invariant.records.IntentsStand;
import io.quorate.simulation.invariant.records.ListsItsOwn;
import io.quorate.simulation.invariant.records.NameTells;
import io.quorate.simulation.invariant.records.OneLineage;
import io.quorate.simulation.invariant.records.RestartsReported;
import io.quorate.simulation.invariant.records.StaticStability;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.Watcher;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.ArrayList;
import java.util.List;

/** All invariants of one cluster. */
public final class Invariants {
  private Invariants() {}

  /** They begin to watch. */
  public static List<Invariant> of(SimWorld world, SimCluster simCluster) {
    return world.recovers()
        ? RecoveryInvariants.of(world, simCluster)
        : ofOneGeneration(world, simCluster);
  }

  private static List<Invariant> ofOneGeneration(SimWorld world, SimCluster simCluster) {
    Voters voters = new Voters(simCluster);
    Instructed instructed = new Instructed(world, simCluster);
    QuorumKept quorum = new QuorumKept(world, simCluster, voters, instructed);
    SilenceIsNotDeath silence = new SilenceIsNotDeath(world, simCluster, voters, instructed);
    PrunedCovered pruned = new PrunedCovered(world, simCluster);
    DefragmentsAlone alone = new DefragmentsAlone(world, simCluster, voters);
    DisarmedWithRoom disarmed = new DisarmedWithRoom(world, simCluster);
    OnlyWrongLeave onlyWrong = new OnlyWrongLeave(world, simCluster);
    NothingDestroyed nothing = new NothingDestroyed(world, voters);
    IntentsStand intents = new IntentsStand(world, simCluster);
    world.store().onReplaced(instructed::reread);
    world.store().onReplaced(intents::reread);
    HungUnheard hung = new HungUnheard(world, simCluster, voters);
    OnEvidence evidence = new OnEvidence(world, simCluster, voters);
    HungOnEvidence hungEvidence = new HungOnEvidence(world, simCluster, voters);
    EvidenceOfNow now = new EvidenceOfNow(world, simCluster);
    intents.onNew((done, status, instance) -> silence.recorded(instance));
    intents.onNew((done, status, instance) -> hung.judge(instance));
    intents.onNew(evidence::marked);
    intents.onAsked(evidence::asked);
    intents.onNew(hungEvidence::marked);
    intents.onAsked(hungEvidence::asked);
    intents.onNew(now::judge);
    intents.onAsked(now::judge);
    instructed.onIssued(evidence::issued);
    InstructionRules instructions = new InstructionRules(world, simCluster, instructed);
    intents.onNew(instructions::marked);
    AgentRules agents = new AgentRules(world, simCluster);
    RestartsReported restarts = new RestartsReported(world, simCluster);
    StaticStability still = new StaticStability(world, voters, instructed);
    simCluster
        .fleet()
        .watch(
            new Watcher() {
              @Override
              public void agentStops(Machine machine) {
                quorum.stops(machine);
              }

              @Override
              public void starts(Machine machine) {
                agents.starts(machine);
                restarts.starts(machine);
              }

              @Override
              public void kills(Machine machine, long askedMillis) {
                agents.kills(machine, askedMillis);
              }

              @Override
              public void saved(Machine machine) {
                agents.saved(machine);
                restarts.saved(machine);
              }

              @Override
              public void step(Machine machine, String step) {
                simCluster.reached(machine, step);
              }

              @Override
              public void archived(Machine machine, ModelDirectory directory) {
                nothing.archived(machine, directory);
                still.archived(machine, directory);
              }

              @Override
              public void pruned(Machine machine, ModelDirectory directory) {
                pruned.pruned(machine, directory);
              }
            });
    simCluster.judgedBy(voters::noneToServe, voters::logsMayDiffer);
    List<Invariant> all =
        new ArrayList<>(
            List.of(
                look(voters, quorum, silence, still),
                still,
                new Look("defragmenting members", alone::look),
                alone,
                new Look("alarms", disarmed::look),
                disarmed,
                new Look("changed bytes", onlyWrong::look),
                onlyWrong,
                new ListsItsOwn(simCluster),
                new OneLineage(simCluster, world.store()),
                quorum,
                new OneChange(simCluster, world.store()),
                new Fenced(world, simCluster),
                evidence,
                hungEvidence,
                now,
                new BootstrapOnEvidence(world, simCluster),
                new VerdictsTrue(world, simCluster, voters),
                restarts,
                new AckedSurvives(simCluster, voters),
                nothing,
                pruned,
                silence,
                hung,
                new HandedBack(world, simCluster, voters),
                new LossTrue(world, simCluster, voters),
                new BornOnce(world, simCluster, voters),
                new RestartsAlone(world, simCluster),
                new ServesOn(world, simCluster, voters),
                new InstructionsClose(world, simCluster, instructed),
                intents,
                new PromotedCaughtUp(world, simCluster, voters),
                new NewestKept(simCluster, world.store().archive()),
                new Bounded(world, simCluster),
                new NameTells(world, simCluster)));
    all.addAll(agents.invariants());
    all.addAll(new AccessRules(world, simCluster).invariants());
    all.addAll(new HeartbeatRules(world, simCluster).withPeersAndOutcomes(instructed).invariants());
    all.addAll(new ControlRules(world, simCluster).invariants());
    all.addAll(instructions.invariants());
    if (world.scenario().aimed() && world.simClusters().indexOf(simCluster) > 0) {
      all.add(new Independent(world, simCluster, voters, instructed));
    }
    return all;
  }

  /** Who votes is looked for before the others are asked, and they are told who no longer does. */
  private static Look look(
      Voters voters, QuorumKept quorum, SilenceIsNotDeath silence, StaticStability still) {
    return new Look(
        "voters",
        () -> {
          for (MemberId gone : voters.look()) {
            still.removed(gone);
            quorum.removed(gone);
            silence.removed(gone);
          }
        });
  }
}
