package io.quorate.simulation.invariant;

import io.quorate.model.MemberId;
import io.quorate.simulation.etcd.DataDirectory;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.Watcher;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All invariants of one cluster. */
public final class Invariants {
  private Invariants() {}

  /** They begin to watch. */
  public static List<Invariant> of(World world, ClusterSite site) {
    Voters voters = new Voters(site);
    QuorumKept quorum = new QuorumKept(world, site, voters);
    SilenceIsNotDeath silence = new SilenceIsNotDeath(world, site, voters);
    NothingDestroyed nothing = new NothingDestroyed(world, voters);
    Instructed instructed = new Instructed(world, site);
    IntentsStand intents = new IntentsStand(world, site);
    world.store().onReplaced(instructed::reread);
    world.store().onReplaced(intents::reread);
    HungUnheard hung = new HungUnheard(world, site, voters);
    OnEvidence evidence = new OnEvidence(world, site);
    HungOnEvidence hungEvidence = new HungOnEvidence(world, site);
    EvidenceOfNow now = new EvidenceOfNow(world, site);
    ClosedByAnswer closed = new ClosedByAnswer(world, site);
    intents.onNew((done, status, instance) -> silence.recorded(instance));
    intents.onNew((done, status, instance) -> hung.judge(instance));
    intents.onNew(evidence::marked);
    intents.onAsked(evidence::asked);
    intents.onNew(hungEvidence::marked);
    intents.onAsked(hungEvidence::asked);
    intents.onNew(now::judge);
    intents.onAsked(now::judge);
    instructed.onIssued(evidence::issued);
    instructed.onClosed(closed::closed);
    Braked braked = new Braked(world, site);
    intents.onNew(braked::marked);
    instructed.onIssued(braked::issued);
    InItsGroup member = new InItsGroup(world, site);
    instructed.onIssued(member::issued);
    WorstCase worst = new WorstCase(world, site, voters);
    intents.onNew(worst::terminates);
    intents.onAsked(worst::terminates);
    instructed.onIssued(worst::issued);
    StartsUsable starts = new StartsUsable(world);
    StopsInGrace grace = new StopsInGrace(world);
    JournalKept journals = new JournalKept(site);
    TimeKept time = new TimeKept(world, site);
    RestartsAreTold restarts = new RestartsAreTold(world, site);
    Static still = new Static(world, voters, instructed);
    site.fleet()
        .watch(
            new Watcher() {
              @Override
              public void agentStops(Machine machine) {
                quorum.stops(machine);
              }

              @Override
              public void starts(Machine machine) {
                starts.judge(machine);
                restarts.starts(machine);
              }

              @Override
              public void kills(Machine machine, long askedMillis) {
                grace.killed(machine, askedMillis);
              }

              @Override
              public void saved(Machine machine) {
                journals.saved(machine);
                time.saved(machine);
                restarts.saved(machine);
              }

              @Override
              public void step(Machine machine, String step) {
                site.reached(machine, step);
              }

              @Override
              public void archived(Machine machine, DataDirectory directory) {
                nothing.archived(machine, directory);
                still.archived(machine, directory);
              }
            });
    site.judgedBy(voters::noneToServe, voters::logsMayDiffer);
    List<Invariant> all =
        new ArrayList<>(
            List.of(
                journals,
                new Look(voters, quorum, silence, still),
                still,
                new ListsItsOwn(site),
                new OneLineage(site, world.store()),
                quorum,
                new OneChange(site, world.store()),
                new Fenced(world, site),
                evidence,
                braked,
                hungEvidence,
                now,
                worst,
                member,
                closed,
                new BirthOnEvidence(world, site),
                new LeaseInTurn(world, site),
                new RowsTrue(world, site),
                new RowsForward(world, site),
                new PeersTrue(world, site),
                new OutcomesTrue(world, site, instructed),
                new VerdictsTrue(world, site, voters),
                new NotOnLaterSchema(world, site),
                grace,
                time,
                restarts,
                new InTime(world, site),
                starts,
                new AckedSurvives(site, voters),
                nothing,
                silence,
                hung,
                new LossTrue(world, site, voters),
                new BornOnce(world, site, voters),
                new RestartsAlone(world, site),
                new ServesOn(world, site, voters),
                new InstructionsClose(world, site, instructed),
                intents,
                new NotDownward(world, site),
                new PromotedCaughtUp(world, site, voters),
                new NewestKept(site, world.store().archive()),
                new Bounded(world, site)));
    if (world.scenario().aimed() && world.sites().indexOf(site) > 0) {
      all.add(new Independent(world, site, voters, instructed));
    }
    return all;
  }

  /** Looks who votes before the others are asked, and tells them who no longer does. */
  private record Look(Voters voters, QuorumKept quorum, SilenceIsNotDeath silence, Static still)
      implements Invariant {
    @Override
    public String name() {
      return "voters";
    }

    @Override
    public Optional<String> broken() {
      for (MemberId gone : voters.look()) {
        still.removed(gone);
        quorum.removed(gone);
        silence.removed(gone);
      }
      return Optional.empty();
    }
  }
}
