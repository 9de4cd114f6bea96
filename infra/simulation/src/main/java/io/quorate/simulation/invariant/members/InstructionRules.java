package io.quorate.simulation.invariant.members;

import io.quorate.command.Command;
import io.quorate.command.CommandEffect;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandSlot;
import io.quorate.command.JoinCluster;
import io.quorate.command.LeaveCluster;
import io.quorate.command.Outcome;
import io.quorate.etcdmodel.MemberView;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.invariant.judge.Evidence;
import io.quorate.simulation.invariant.judge.Instructed;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.Rules;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whom a controller tells what, as it is recorded:
 *
 * <ul>
 *   <li>CLOSED_BY_ANSWER: an instruction is closed only by its executor's answer, as the controller
 *       has read it, or once its executor is terminated.
 *   <li>LEAVERS_GO: who has left goes. Once its member was removed, a node that was told to leave
 *       is not told to join: its termination may be on its way, and would end a voter; only who
 *       left for its data, and whose instance stays, joins anew. Nobody is told to leave beside a
 *       learner. What a restored table forgot is not judged.
 *   <li>IN_ITS_GROUP: who founds a cluster or joins it belongs to its group, which replaces it when
 *       it ends. What the group let go a while ago, longer than listings are late, is neither told
 *       to join nor to bootstrap.
 *   <li>BREAKER_RESPECTED: while most of the fleet is listed as fallen at one moment, the observer
 *       is suspect: nobody is marked for termination, and no node is told to remove another's
 *       member (docs/adr/0008). What is begun goes on, and a turn may have looked before.
 * </ul>
 */
public final class InstructionRules {
  private static final long A_TURN_MILLIS = 60_000;

  /** Well within what the breaker lasts, by clocks that differ and jump. */
  private static final long HELD_MILLIS = 170_000;

  private static final long FALLEN = 3;

  private record Told(StoreModel.Written done, CommandSlot slot) {
    String words() {
      return done.by() + " issues " + Instructed.words(slot);
    }

    Command command() {
      return slot.command();
    }
  }

  /** Someone's end is recorded, or someone's bootstrap. */
  private record Named(StoreModel.Written done, InstanceId instance) {}

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Set<InstanceId> left = new HashSet<>();
  private final Rules<Told> issuing;
  private final Rules<Told> closing;
  private final Rules<Named> marking;
  private final Rules<Named> bearing;

  public InstructionRules(SimWorld world, SimCluster simCluster, Instructed instructed) {
    this.world = world;
    this.simCluster = simCluster;
    issuing =
        new Rules<Told>(world)
            .row("I7 BREAKER_RESPECTED", this::removesUnderTheBreaker)
            .row("I9 IN_ITS_GROUP", this::joinsFromOutside)
            .row("I9 LEAVERS_GO", this::comesBack)
            .row("I9 LEAVERS_GO", this::leavesBesideALearner);
    closing = new Rules<Told>(world).row("I3 CLOSED_BY_ANSWER", this::unanswered);
    marking =
        new Rules<Named>(world)
            .row(
                "I7 BREAKER_RESPECTED",
                named -> underTheBreaker(named.done().by() + " marks " + named.instance()));
    bearing =
        new Rules<Named>(world)
            .row(
                "I9 IN_ITS_GROUP",
                named -> outside(named.instance(), named.done().by() + " decides a bootstrap"));
    instructed.onIssued((done, slot) -> issuing.judge(new Told(done, slot)));
    instructed.onClosed(this::closed);
    world.store().onWrite(this::written);
    world.store().onReplaced(left::clear);
  }

  /** What it judges, one invariant a rule. */
  public List<Invariant> invariants() {
    return Stream.of(issuing, closing, marking, bearing)
        .flatMap(rules -> rules.invariants().stream())
        .toList();
  }

  /** It was first recorded that an instance is to be terminated. */
  public void marked(StoreModel.Written done, Status status, InstanceId instance) {
    marking.judge(new Named(done, instance));
  }

  private void closed(StoreModel.Written done, CommandSlot slot) {
    closing.judge(new Told(done, slot));
    if (slot.command() instanceof LeaveCluster leave
        && !votes(leave.member())
        && !joinsAnew(done, leave.header().executor())) {
      left.add(leave.header().executor());
    }
  }

  /** It left for its data alone, and its instance stays. */
  private boolean joinsAnew(StoreModel.Written done, InstanceId executor) {
    return done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().equals(Keys.status(simCluster.name())))
        .flatMap(item -> TableRecords.status(item).stream())
        .anyMatch(
            status ->
                status.tasks().comparison().cured().containsKey(executor)
                    && !status.group().leaving().containsKey(executor));
  }

  private boolean votes(MemberId member) {
    return simCluster.leader().filter(l -> l.settled() && !l.voters().contains(member)).isEmpty();
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().equals(Keys.lineage(simCluster.name())))
        .flatMap(item -> TableRecords.lineage(item).stream())
        .filter(lineage -> lineage.state() == Lineage.State.COMMITTING)
        .flatMap(lineage -> lineage.bootstrap().stream())
        .flatMap(bootstrap -> bootstrap.voters().stream())
        .map(InitialMember::instance)
        .forEach(instance -> bearing.judge(new Named(done, instance)));
  }

  private Optional<String> unanswered(Told closed) {
    CommandHeader header = closed.command().header();
    boolean answered =
        Evidence.read(simCluster, closed.done()).stream()
            .filter(row -> row.instance().equals(header.executor()))
            .flatMap(row -> row.outcome().stream())
            .map(Outcome::commandId)
            .anyMatch(header.id()::equals);
    return answered || simCluster.group().terminated(header.executor())
        ? Optional.empty()
        : Optional.of(
            "%s closes %s, but %s neither answered it nor is terminated"
                .formatted(closed.done().by(), header.id(), header.executor()));
  }

  private Optional<String> comesBack(Told told) {
    return told.command() instanceof JoinCluster join && left.contains(join.header().executor())
        ? Optional.of(told.words() + " to a node that has left")
        : Optional.empty();
  }

  private boolean taken(InstanceId instance) {
    return simCluster.group().find(instance).filter(Instance::toBeTaken).isPresent();
  }

  /** Whom the cloud takes leaves even so: its notice is short, and a learner has no vote. */
  private Optional<String> leavesBesideALearner(Told told) {
    return simCluster
        .leader()
        .filter(leader -> told.command() instanceof LeaveCluster && leader.settled())
        .filter(leader -> !taken(told.command().header().executor()))
        .map(MemberView::members)
        .flatMap(
            members ->
                members.stream().filter(m -> m.learner() && !simCluster.addedByHand(m)).findFirst())
        .map(learner -> told.words() + " beside learner " + learner.id());
  }

  private Optional<String> joinsFromOutside(Told told) {
    return told.command().effects().stream()
        .filter(CommandEffect.Promotes.class::isInstance)
        .map(CommandEffect.Promotes.class::cast)
        .flatMap(joins -> outside(joins.instance(), told.words()).stream())
        .findFirst();
  }

  private Optional<String> outside(InstanceId instance, String what) {
    long then = world.scheduler().now() - world.scenario().knob(Knob.LISTING_LATE) - A_TURN_MILLIS;
    return simCluster
        .group()
        .find(instance)
        .filter(known -> !known.countedAt(then))
        .map(known -> what + " with " + instance + ", which its group let go before");
  }

  private Optional<String> removesUnderTheBreaker(Told told) {
    List<CommandEffect> effects = told.command().effects();
    boolean removes = effects.stream().anyMatch(CommandEffect.Removes.class::isInstance);
    boolean promotes = effects.stream().anyMatch(CommandEffect.Promotes.class::isInstance);
    return removes && !promotes ? underTheBreaker(told.words()) : Optional.empty();
  }

  private Optional<String> underTheBreaker(String what) {
    long now = world.scheduler().now();
    return world.others().fallenAt().stream()
        .filter(at -> now - at > A_TURN_MILLIS && now - at < HELD_MILLIS && fallen())
        .mapToObj(at -> what + " though the fleet fell at " + at)
        .findFirst();
  }

  /** A table that was set back may no longer say so. */
  private boolean fallen() {
    return world.store().tables().list(Table.CLUSTERS, Keys.FLEET, "").stream()
            .filter(line -> Boolean.FALSE.equals(line.attributes().get("healthy")))
            .filter(line -> !line.key().sort().equals(simCluster.name().value()))
            .count()
        >= FALLEN;
  }
}
