package io.quorate.simulation.invariant.records;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.command.Command;
import io.quorate.command.Outcome;
import io.quorate.command.SetPeerUrl;
import io.quorate.etcdmodel.MemberView;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.judge.Instructed;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.Rules;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.node.EtcdLooks;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberIdentity;
import io.quorate.state.PeerView;
import io.quorate.store.Table;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a heartbeat says, as the store executes its write, against the row before and against what
 * its agent saw:
 *
 * <ul>
 *   <li>ROWS_FORWARD: none takes a node's row back to an earlier one of the same boot, however late
 *       the store executes it: the row would tell of a time before the node was a member. But for
 *       tables that a person has restored: there the row itself is an earlier one.
 *   <li>ROWS_TRUE: it says that its etcd answers, or proves a quorum, only if it did so to this
 *       node's agent a moment before, and that its data is intact only if it was in etcd's path a
 *       moment before. A node that stood still in between cannot know how old its knowledge is.
 *   <li>PEERS_TRUE: a member that answered this agent is not said to be silent for longer than
 *       since then, and one that is said to answer did so a moment ago: hung nodes are terminated
 *       on it. An answer counts that a look for a heartbeat got. A step looks at the other members,
 *       too, and may be answered in the two seconds in which such a look, begun just before, still
 *       waits: the heartbeat that follows cannot know that. So a step's answer counts only where it
 *       came before.
 *   <li>OUTCOMES_TRUE: a node that reports a join or a restart done is a voter, and one that
 *       reports a removal done removed its target, by what a settled leader counts.
 * </ul>
 */
public final class HeartbeatRules {
  private static final long MOMENT_MILLIS = 15_000;

  /** One round of calls, and the time from a look to the heartbeat that tells of it. */
  private static final long SLACK_MILLIS = 6_000;

  /** A heartbeat, where it comes from, and when its agent sent it. */
  private record Beat(Heartbeat row, Optional<SimNode> node, long sentAt) {
    /** Its node, where nothing beset it within the last moment. */
    Optional<SimNode> steady() {
      return node.filter(from -> from.disturbedUntil() < sentAt - MOMENT_MILLIS);
    }

    Optional<String> before(String says, long at) {
      return at < sentAt - MOMENT_MILLIS
          ? Optional.of(
              "%s reports that its %s (sequence %d), but it was last so %d s before"
                  .formatted(row.instance(), says, row.sequence(), (sentAt - at) / 1_000))
          : Optional.empty();
    }
  }

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Rules<Beat> rules;
  private final Map<InstanceId, Heartbeat> newest = new HashMap<>();

  /** Since when agents that are awake could see that their member's data is gone. */
  private final Map<MemberId, Long> missingSince = new HashMap<>();

  /** Those whose data was there. */
  private final Set<MemberId> started = new HashSet<>();

  private final Set<String> answered = new HashSet<>();
  private final Set<MemberId> everVoted = new HashSet<>();

  public HeartbeatRules(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
    rules =
        new Rules<Beat>(world)
            .row("I7 ROWS_FORWARD", beat -> goesBack(beat.row()))
            .row("I2 ROWS_TRUE", this::dataGone)
            .row("I2 ROWS_TRUE", HeartbeatRules::unproven)
            .row("I2 ROWS_TRUE", HeartbeatRules::unanswered);
    world.store().onWrite(this::written);
  }

  /** Those too that know one generation only. */
  public HeartbeatRules withPeersAndOutcomes(Instructed instructed) {
    rules
        .row("I7 PEERS_TRUE", beat -> peers(beat))
        .row("I3 OUTCOMES_TRUE", beat -> untrueOutcome(beat.row(), instructed));
    return this;
  }

  /** What it judges, one invariant a rule. */
  public List<Invariant> invariants() {
    return rules.invariants(this::look);
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.NODES, simCluster.name().value()).stream()
        .flatMap(item -> TableRecords.row(item).stream())
        .forEach(row -> rules.judge(new Beat(row, node(row.instance()), done.sentAt())));
  }

  private Optional<SimNode> node(InstanceId instance) {
    return simCluster.fleet().nodes().stream()
        .filter(node -> node.machine().instance().id().equals(instance))
        .findFirst();
  }

  private void look() {
    long now = world.scheduler().now();
    simCluster.leader().ifPresent(leader -> everVoted.addAll(leader.voters()));
    for (SimNode node : simCluster.fleet().nodes()) {
      boolean awake = node.living().filter(agent -> agent.frozenUntil() <= now).isPresent();
      node.machine()
          .journal()
          .flatMap(AgentJournal::member)
          .map(held -> held.identity().memberId())
          .ifPresent(member -> look(member, holds(node.machine()), awake));
    }
  }

  private void look(MemberId member, boolean holds, boolean awake) {
    if (holds) {
      started.add(member);
    }
    if (holds || !awake) {
      missingSince.remove(member);
    } else if (started.contains(member)) {
      missingSince.putIfAbsent(member, world.scheduler().now());
    }
  }

  private static boolean holds(Machine machine) {
    boolean runs = machine.etcd().filter(etcd -> etcd.exited().isEmpty()).isPresent();
    return machine
        .journalOnDisk()
        .memberData()
        .filter(data -> data.summary().isPresent())
        .filter(data -> !runs || machine.etcdHolds(data))
        .isPresent();
  }

  private Optional<String> goesBack(Heartbeat row) {
    return Optional.ofNullable(newest.put(row.instance(), row))
        .filter(before -> !simCluster.restored())
        .filter(before -> before.boot().nonce().equals(row.boot().nonce()))
        .filter(before -> before.sequence() > row.sequence())
        .map(
            before ->
                "the row of %s goes back from heartbeat %d to %d"
                    .formatted(row.instance(), before.sequence(), row.sequence()));
  }

  private Optional<String> dataGone(Beat beat) {
    return beat.row()
        .identity()
        .filter(held -> beat.row().data() == DataState.INTACT)
        .map(held -> missingSince.getOrDefault(held.memberId(), beat.sentAt()))
        .filter(since -> beat.node().filter(node -> !holds(node.machine())).isPresent())
        .flatMap(since -> beat.before("data is whole", since));
  }

  private static Optional<String> unproven(Beat beat) {
    return beat.steady()
        .filter(node -> beat.row().quorumProven())
        .map(node -> node.machine().etcdLooks().provenAt())
        .flatMap(at -> beat.before("etcd proves a quorum", at));
  }

  private static Optional<String> unanswered(Beat beat) {
    return beat.steady()
        .filter(node -> beat.row().status().isPresent())
        .map(node -> node.machine().etcdLooks().answeredAt())
        .flatMap(at -> beat.before("etcd answers", at));
  }

  private static Optional<String> peers(Beat beat) {
    return beat.row().peers().stream()
        .flatMap(peer -> beat.node().flatMap(node -> peer(beat, node, peer)).stream())
        .findFirst();
  }

  private static Optional<String> peer(Beat beat, SimNode node, PeerView peer) {
    EtcdLooks looks = node.machine().etcdLooks();
    Optional<Long> since =
        looks.peerAnsweredAt(peer.id(), beat.sentAt() - SLACK_MILLIS).map(at -> beat.sentAt() - at);
    if (since.filter(ms -> ms >= 0 && peer.silentMillis() > ms + SLACK_MILLIS).isPresent()) {
      return Optional.of(
          "%s reports that %s is silent for %d ms, but it answered %d ms before"
              .formatted(beat.row().instance(), peer.id(), peer.silentMillis(), since.get()));
    }
    boolean answers = peer.silentMillis() == 0 && beat.steady().isPresent();
    return answers && since.filter(ms -> ms <= MOMENT_MILLIS).isEmpty()
        ? Optional.of(
            "%s reports that %s answers, but it last did so %s"
                .formatted(
                    beat.row().instance(),
                    peer.id(),
                    since.map(ms -> ms + " ms before").orElse("never")))
        : Optional.empty();
  }

  private Optional<String> untrueOutcome(Heartbeat row, Instructed instructed) {
    Optional<Outcome> done =
        row.outcome().filter(outcome -> outcome.result() == Outcome.Result.DONE);
    Optional<MemberView> leader = simCluster.leader().filter(MemberView::settled);
    if (done.isEmpty() || leader.isEmpty() || !answered.add(done.get().commandId())) {
      return Optional.empty();
    }
    Set<MemberId> voters = leader.get().voters();
    Optional<String> why =
        switch (done.get().kind()) {
          case JOIN, RESTART_MEMBER ->
              row.identity()
                  .map(MemberIdentity::memberId)
                  .filter(member -> !voters.contains(member) && !everVoted.contains(member))
                  .map(member -> member + " never voted");
          case REMOVE_MEMBER, LEAVE ->
              instructed
                  .instruction(done.get().commandId())
                  .flatMap(Command::removes)
                  .filter(voters::contains)
                  .map(member -> member + " still votes");
          case SET_PEER_URL ->
              instructed
                  .instruction(done.get().commandId())
                  .map(SetPeerUrl.class::cast)
                  .flatMap(set -> elsewhere(leader.get(), set));
          default -> Optional.of(done.get().kind() + " changes no membership");
        };
    return why.map(so -> row.instance() + " reports " + done.get() + ", but " + so);
  }

  /** A person changes at most one URL of a schedule. */
  private static Optional<String> elsewhere(MemberView leader, SetPeerUrl set) {
    return leader.members().stream()
        .filter(member -> member.id().equals(set.target()))
        .filter(member -> !member.peerUrl().equals(set.peerUrl()))
        .map(member -> member.id() + " is listed at " + member.peerUrl())
        .findFirst();
  }
}
