package io.quorate.controller.plan.fencing;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.ForgottenInstances;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.Recovery;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataHolding;
import io.quorate.state.Heartbeat;
import io.quorate.state.Holder;
import io.quorate.state.InitialMember;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProvenMembership;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everyone who may hold data of the current generation, and what became of each (I1).
 *
 * <ol>
 *   <li>The set: the recorded holders, every row, the proven member list, the lineage's voters, and
 *       every instance of the group that is past its launch.
 *   <li>An instance that no holder record, voter entry or list of this generation names was never
 *       given its data. It is no holder if its row says NEVER, or names a member of an older
 *       generation.
 *   <li>An instance is gone if EC2 has shown it terminated or has forgotten it, or if its agent
 *       speaks and proves that it holds no data, on the disk that its holder record or voter entry
 *       names.
 *   <li>An instance is fenced if its agent speaks and proves that its member's directory is
 *       permanently out of etcd's path, for the recovery that runs.
 *   <li>Every other instance is unknown: silent, stopped, detached, of another disk, without a row.
 *   <li>A listed voter without an instance is no holder where it is proved that it never started,
 *       or an operator gave it up for the recovery that runs; otherwise nobody knows where it is.
 *   <li>Without a record of this generation's holders nobody knows who is missing from the set,
 *       until an operator says for the recovery that runs that nobody is. Then an instance without
 *       a row that EC2 does not know is gone, if the operator was shown it.
 * </ol>
 */
public final class FenceSet {
  private static final Approval NOTHING =
      new Approval("", "", Instant.EPOCH, Map.of(), Optional.empty());

  private final ClusterState clusterState;
  private final Map<InstanceId, HolderEnd> ends = new TreeMap<>();
  private final List<String> gaps = new ArrayList<>();
  private final Set<MemberId> homeless = new TreeSet<>();
  private boolean recorded = true;

  private FenceSet(ClusterState clusterState) {
    this.clusterState = clusterState;
  }

  /** The fence set of the current generation. */
  public static FenceSet of(ClusterState clusterState) {
    FenceSet set = new FenceSet(clusterState);
    set.gather();
    return set;
  }

  /** What became of each, in the order of the instances. */
  public List<HolderEnd> ends() {
    return List.copyOf(ends.values());
  }

  /** Everyone who may still hold data. */
  public List<HolderEnd.Unknown> unknown() {
    return ends.values().stream()
        .filter(HolderEnd.Unknown.class::isInstance)
        .map(HolderEnd.Unknown.class::cast)
        .toList();
  }

  /** Everyone who is proved to hold nothing. */
  public List<HolderEnd.Gone> gone() {
    return ends.values().stream()
        .filter(HolderEnd.Gone.class::isInstance)
        .map(HolderEnd.Gone.class::cast)
        .toList();
  }

  /** Everyone who is fenced for the recovery that runs. */
  public List<HolderEnd.Fenced> fenced() {
    return ends.values().stream()
        .filter(HolderEnd.Fenced.class::isInstance)
        .map(HolderEnd.Fenced.class::cast)
        .toList();
  }

  /** Whether nobody of this generation can serve again: everyone is known, and gone or fenced. */
  public boolean allEnded() {
    return gaps.isEmpty() && !ends.isEmpty() && unknown().isEmpty();
  }

  /** Why the set may be incomplete. */
  public List<String> gaps() {
    return List.copyOf(gaps);
  }

  /** Whether the table records who was let have this generation's data. */
  public boolean recorded() {
    return recorded;
  }

  /** Whether EC2 does not know an instance that has no row: nobody can show what became of it. */
  public boolean forgotten(InstanceId instance) {
    return clusterState.node(instance).isEmpty()
        && clusterState.instance(instance) == InstanceState.UNKNOWN
        && ec2Answers();
  }

  /** An EC2 that does not answer has forgotten nobody: it has to show the whole group. */
  private boolean ec2Answers() {
    return clusterState.view().group() instanceof GroupView.Observed group
        && !group.lifecycles().isEmpty()
        && group.lifecycles().keySet().stream()
            .noneMatch(instance -> clusterState.instance(instance) == InstanceState.UNKNOWN);
  }

  /** Whether everyone who may ever have held this generation's data is known, and gone. */
  public boolean allGone() {
    return allEnded() && fenced().isEmpty();
  }

  private void gather() {
    Bootstrap bootstrap = clusterState.view().lineage().bootstrap().orElseThrow();
    Map<InstanceId, Holder> holders = holdersOf(bootstrap.generation());
    recorded = !holders.isEmpty();
    if (!recorded && !approved().noOtherHolder()) {
      gaps.add(unrecorded(bootstrap.generation()));
    }
    Set<InstanceId> named = new TreeSet<>(holders.keySet());
    bootstrap.voters().forEach(voter -> named.add(voter.instance()));
    proven().forEach(list -> list.members().forEach(member -> addHome(named, list, member)));
    Set<InstanceId> all = new TreeSet<>(named);
    clusterState.nodes().stream()
        .filter(node -> !neverHeld(node, bootstrap.generation()))
        .forEach(node -> all.add(node.heartbeat().instance()));
    all.addAll(unregistered());
    all.forEach(
        instance ->
            ends.put(
                instance,
                end(
                    instance,
                    bootstrap,
                    Optional.ofNullable(holders.get(instance)),
                    named.contains(instance))));
  }

  /** The gap where nobody is on record; only an operator can close it, by an approval. */
  public static String unrecorded(Generation generation) {
    return "no record tells who was let have data of generation "
        + generation
        + ": an older release kept none, or the table is another one";
  }

  /** What an operator approved of the recovery of this very generation, else nothing. */
  private Approval approved() {
    return approval(clusterState);
  }

  private static Approval approval(ClusterState clusterState) {
    return RunningRecovery.of(clusterState)
        .flatMap(RunningRecovery::open)
        .flatMap(Recovery::approval)
        .orElse(NOTHING);
  }

  private Map<InstanceId, Holder> holdersOf(Generation generation) {
    Map<InstanceId, Holder> holders = new TreeMap<>();
    clusterState
        .status()
        .data()
        .holders()
        .forEach(
            (instance, holder) -> {
              if (holder.generation().equals(generation)) {
                holders.put(instance, holder);
              }
            });
    return holders;
  }

  private List<ProvenMembership> proven() {
    return clusterState.status().proven().stream().toList();
  }

  private void addHome(Set<InstanceId> named, ProvenMembership list, MemberEntry member) {
    MemberId id = member.id();
    Optional<InstanceId> home =
        Optional.ofNullable(list.holders().get(id))
            .or(() -> clusterState.members().instanceOf(member));
    home.ifPresentOrElse(named::add, () -> unknownHome(member));
  }

  /**
   * A learner acknowledges nothing and serves nobody by itself. Whoever was told to join is
   * recorded as a holder before its learner is added.
   */
  private void unknownHome(MemberEntry member) {
    if (!member.learner()
        && !clusterState.status().data().neverStarted(member.id())
        && !approved().membersGivenUp().contains(member.id())) {
      gaps.add(homeless(member.id()));
      homeless.add(member.id());
    }
  }

  /** The gap of a listed voter for which no instance is known. */
  public static String homeless(MemberId member) {
    return "member " + member + " is listed, and no instance is known for it";
  }

  /** The listed voters for which no instance is known, and which may hold data. */
  public Set<MemberId> homeless() {
    return Set.copyOf(homeless);
  }

  /** The members that an operator gave up for the recovery that runs. */
  public static Set<MemberId> givenUp(ClusterState clusterState) {
    return Set.copyOf(approval(clusterState).membersGivenUp());
  }

  private static boolean neverHeld(ObservedNode node, Generation current) {
    Heartbeat row = node.heartbeat();
    if (row.identity().isPresent()) {
      return row.identity().get().generation().before(current);
    }
    return row.report()
        .holds()
        .flatMap(DataHolding::cause)
        .filter(cause -> cause == DataHolding.Cause.NEVER)
        .isPresent();
  }

  /** Members of another table's cluster are in this group, too, and have no row here. */
  private List<InstanceId> unregistered() {
    return switch (clusterState.view().group()) {
      case GroupView.Unknown unknown -> {
        gaps.add("the group cannot be read: " + unknown.why());
        yield List.of();
      }
      case GroupView.Observed group ->
          group.lifecycles().entrySet().stream()
              .filter(entry -> !entry.getValue().startsWith("Pending"))
              .map(Map.Entry::getKey)
              .filter(instance -> clusterState.node(instance).isEmpty())
              .toList();
    };
  }

  /** Where the disk went with the records, the operator has said that no other one has data. */
  private Optional<String> ownDisk(ObservedNode node) {
    return Optional.of(node.heartbeat().boot().diskId()).filter(disk -> approved().noOtherHolder());
  }

  /** On which disk it held an older generation does not matter: that can never serve again. */
  private HolderEnd end(
      InstanceId instance, Bootstrap bootstrap, Optional<Holder> holder, boolean named) {
    if (clusterState.health().gone(instance)) {
      return new HolderEnd.Gone(
          instance, ForgottenInstances.goneWords(clusterState, instance), Optional.empty());
    }
    if (forgotten(instance) && approved().ends().get(instance) == Approval.End.FORGOTTEN) {
      return new HolderEnd.Gone(
          instance, "EC2 does not know it, and an operator says it is gone", Optional.empty());
    }
    Optional<ObservedNode> node = clusterState.node(instance);
    if (node.isEmpty()) {
      return new HolderEnd.Unknown(
          instance,
          "it has never reported, and "
              + ForgottenInstances.awaited(clusterState, instance)
                  .orElse("EC2 does not show it gone"));
    }
    Optional<String> disk =
        holder
            .map(Holder::diskId)
            .or(() -> bootstrap.voterOn(instance).map(InitialMember::diskId))
            .or(() -> ownDisk(node.get()));
    Optional<Generation> told = named ? Optional.of(bootstrap.generation()) : Optional.empty();
    return HolderProof.of(clusterState, node.get(), told, disk);
  }
}
