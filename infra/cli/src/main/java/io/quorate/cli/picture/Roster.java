package io.quorate.cli.picture;

import io.quorate.controller.plan.facts.ProvenMembershipUpdate;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Bootstrap;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.ProvenMembership;
import io.quorate.state.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Members and nodes as a person wants to see them.
 *
 * <ol>
 *   <li>The <em>witness</em> is the serving node whose member list counts: of the newest raft term,
 *       the leader before a follower, then the one that has applied most.
 *   <li>While none serves, the members are those of the list that a quorum last proved, by the
 *       status record; the initial members stand in until there is one. What rows of other nodes
 *       list counts for nothing: such a row may be of a node that was removed long ago.
 *   <li>A line for each listed member, then one for each living node that is none.
 *   <li>Roles and the quorum come from the witness; a node that is silent or gone never counts as
 *       serving.
 * </ol>
 *
 * @param lines members in the order of their instances, then other nodes
 * @param witness whose list it is; empty while no member is seen to serve
 * @param proven the list that a quorum last proved; absent while the initial members stand in
 * @param leader whom the witness follows
 * @param gone how many rows of terminated instances are left out
 */
public record Roster(
    List<MemberLine> lines,
    Optional<Heartbeat> witness,
    Optional<ProvenMembership> proven,
    Optional<MemberId> leader,
    int gone) {
  public Roster {
    lines = List.copyOf(lines);
  }

  /** The roster of a picture. */
  public static Roster of(ClusterSummary summary) {
    Witnesses health = new Witnesses(summary, TableNodeHealth.on(summary));
    Optional<Bootstrap> bootstrap = summary.lineage().flatMap(Lineage::bootstrap);
    Optional<Heartbeat> witness =
        summary.nodes().stream()
            .filter(health::serving)
            .filter(node -> !node.members().isEmpty())
            .max(
                Comparator.comparing(
                    node -> node.status().orElseThrow(), MemberStatus.BY_KNOWLEDGE));
    Optional<ProvenMembership> proven =
        bootstrap.flatMap(bootstrapped -> proven(summary, health, bootstrapped));
    Optional<MemberId> leader = witness.flatMap(Heartbeat::status).flatMap(MemberStatus::leader);
    List<MemberEntry> members =
        witness
            .map(Heartbeat::members)
            .or(() -> proven.map(ProvenMembership::members))
            .or(() -> bootstrap.map(ProvenMembershipUpdate::initialMembers))
            .orElse(List.of());
    Lines lines = new Lines(summary, health, leader, proven);
    members.stream().sorted(Comparator.comparing(MemberEntry::name)).forEach(lines::member);
    summary.nodes().forEach(lines::other);
    return new Roster(lines.all, witness, proven, leader, lines.gone);
  }

  /** Whether a serving member tells the list: otherwise it is only the last one proved. */
  public boolean current() {
    return witness.isPresent();
  }

  /** How the voters stand. */
  public Quorum quorum() {
    List<MemberLine> voters =
        lines.stream()
            .filter(line -> line.role() == Role.VOTER || line.role() == Role.LEADER)
            .toList();
    return new Quorum(
        voters.size(), count(voters, MemberLine::serving), count(voters, MemberLine::inMemory));
  }

  private static int count(List<MemberLine> voters, Predicate<MemberLine> what) {
    return Math.toIntExact(voters.stream().filter(what).count());
  }

  /** The leader's line, where the leader is listed. */
  public Optional<MemberLine> leaderLine() {
    return lines.stream().filter(line -> line.role() == Role.LEADER).findFirst();
  }

  /** What the controller has stored, with what the rows have proved since. */
  private static Optional<ProvenMembership> proven(
      ClusterSummary summary, Witnesses health, Bootstrap bootstrap) {
    return ProvenMembershipUpdate.next(
        summary.status().flatMap(Status::proven),
        bootstrap,
        summary.nodes().stream().filter(health::serving),
        summary.readAt());
  }

  /** Who speaks for this generation, and who may be believed to serve. */
  private record Witnesses(ClusterSummary summary, TableNodeHealth judged) {
    boolean ofThisCluster(Heartbeat node) {
      Optional<EtcdClusterId> bootstrapped = judged.nodeHealth().clusterId();
      Optional<EtcdClusterId> answered = node.status().map(MemberStatus::clusterId);
      Optional<EtcdClusterId> journalled = node.identity().map(MemberIdentity::clusterId);
      return bootstrapped.isPresent() && answered.or(() -> journalled).equals(bootstrapped);
    }

    boolean serving(Heartbeat node) {
      return judged.serving(node);
    }

    boolean answering(Heartbeat node) {
      return judged.answering(node);
    }

    boolean saysItServes(Heartbeat node) {
      return judged.nodeHealth().servingUnlessSilent(node);
    }

    boolean silent(Heartbeat node) {
      return judged.silent(node);
    }

    boolean gone(InstanceId instance) {
      return judged.nodeHealth().gone(instance);
    }
  }

  /** Collects lines, each node at most once. */
  private static final class Lines {
    private final ClusterSummary summary;
    private final Witnesses health;
    private final Optional<MemberId> leader;
    private final Optional<Heartbeat> leaderRow;
    private final Optional<Long> leaderIndex;
    private final Map<MemberId, InstanceId> holders;
    private final Set<InstanceId> shown = new HashSet<>();
    private final List<MemberLine> all = new ArrayList<>();
    private int gone;

    Lines(
        ClusterSummary summary,
        Witnesses health,
        Optional<MemberId> leader,
        Optional<ProvenMembership> proven) {
      this.summary = summary;
      this.health = health;
      this.leader = leader;
      this.holders = proven.map(ProvenMembership::holders).orElse(Map.of());
      this.leaderRow = leader.flatMap(this::nodeThatHolds);
      this.leaderIndex = leaderRow.flatMap(Heartbeat::status).map(MemberStatus::raftIndex);
    }

    void member(MemberEntry entry) {
      Optional<Heartbeat> node =
          nodeThatHolds(entry.id())
              .or(
                  () ->
                      summary.nodes().stream()
                          .filter(other -> other.instance().value().equals(entry.name()))
                          .findFirst());
      Optional<InstanceId> instance =
          node.map(Heartbeat::instance)
              .or(() -> InstanceId.named(entry.name()))
              .or(() -> Optional.ofNullable(holders.get(entry.id())));
      instance.ifPresent(shown::add);
      Role role = leader.equals(Optional.of(entry.id())) ? Role.LEADER : votes(entry);
      Optional<Heartbeat> own = node.filter(there -> holds(there, entry.id()));
      all.add(
          new MemberLine(
              instance,
              Optional.of(entry.id()),
              role,
              node,
              own.filter(health::serving).isPresent() && !missed(own, entry.id()),
              own.filter(health::answering).isPresent() && own.filter(health::serving).isEmpty(),
              missed(own, entry.id()),
              node.filter(health::silent).isPresent(),
              instance.filter(health::gone).isPresent(),
              own.flatMap(this::lag)));
    }

    /** As the planner shows VOTER_SILENT. */
    private boolean missed(Optional<Heartbeat> own, MemberId member) {
      return own.filter(health::saysItServes).isPresent()
          && leaderRow
              .filter(row -> row.status().filter(MemberStatus::leads).isPresent())
              .flatMap(row -> row.viewOf(member))
              .filter(view -> !view.answering())
              .isPresent();
    }

    void other(Heartbeat node) {
      if (!shown.add(node.instance())) {
        return;
      }
      if (health.gone(node.instance())) {
        gone++;
        return;
      }
      all.add(
          new MemberLine(
              Optional.of(node.instance()),
              node.identity().map(MemberIdentity::memberId),
              Role.NONE,
              Optional.of(node),
              false,
              false,
              false,
              health.silent(node),
              false,
              Optional.empty()));
    }

    private static Role votes(MemberEntry entry) {
      return entry.learner() ? Role.LEARNER : Role.VOTER;
    }

    private Optional<Long> lag(Heartbeat node) {
      return leaderIndex.flatMap(
          index -> node.status().map(status -> Math.max(0, index - status.raftAppliedIndex())));
    }

    private Optional<Heartbeat> nodeThatHolds(MemberId member) {
      return summary.nodes().stream().filter(node -> holds(node, member)).findFirst();
    }

    private boolean holds(Heartbeat node, MemberId member) {
      return health.ofThisCluster(node)
          && node.identity().map(MemberIdentity::memberId).equals(Optional.of(member));
    }
  }
}
