package io.quorate.cli.picture;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.Voter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Members and nodes as a person wants to see them.
 *
 * <ol>
 *   <li>The <em>witness</em> is the node whose member list counts: a serving one before any other,
 *       the leader before a follower, then the one that has applied most. Without any list the
 *       founding voters stand in.
 *   <li>A line for each listed member, then one for each living node that is none.
 *   <li>Roles and the quorum come from the witness; a node that is silent or gone never counts as
 *       serving.
 * </ol>
 *
 * @param lines members in the order of their instances, then other nodes
 * @param witness whose list it is; empty before any member answered
 * @param current whether the witness serves: otherwise the list is only the last one told
 * @param leader whom the witness follows
 * @param gone how many rows of terminated instances are left out
 */
public record Roster(
    List<MemberLine> lines,
    Optional<Heartbeat> witness,
    boolean current,
    Optional<MemberId> leader,
    int gone) {
  /** Keeps the list as it is. */
  public Roster {
    lines = List.copyOf(lines);
  }

  /** The roster of a picture. */
  public static Roster of(ClusterPicture picture) {
    Witnesses health = new Witnesses(picture, Judgements.on(picture));
    Optional<Heartbeat> witness =
        picture.nodes().stream()
            .filter(health::ofThisCluster)
            .filter(node -> !node.members().isEmpty())
            .max(byKnowledge(health));
    boolean current = witness.filter(health::serving).isPresent();
    Optional<MemberId> leader =
        witness.filter(health::serving).flatMap(Heartbeat::status).flatMap(MemberStatus::leader);
    List<MemberEntry> members = witness.map(Heartbeat::members).orElseGet(() -> founders(picture));
    Lines lines = new Lines(picture, health, leader);
    members.stream().sorted(Comparator.comparing(MemberEntry::name)).forEach(lines::member);
    picture.nodes().forEach(lines::other);
    return new Roster(lines.all, witness, current, leader, lines.gone);
  }

  /** How the voters stand. */
  public Quorum quorum() {
    List<MemberLine> voters =
        lines.stream()
            .filter(line -> line.role() == Role.VOTER || line.role() == Role.LEADER)
            .toList();
    return new Quorum(
        voters.size(), Math.toIntExact(voters.stream().filter(MemberLine::serving).count()));
  }

  /** The leader's line, where the leader is listed. */
  public Optional<MemberLine> leaderLine() {
    return lines.stream().filter(line -> line.role() == Role.LEADER).findFirst();
  }

  private static Comparator<Heartbeat> byKnowledge(Witnesses health) {
    return Comparator.comparing(health::serving)
        .thenComparing(node -> node.status().filter(MemberStatus::leads).isPresent())
        .thenComparing(node -> node.status().map(MemberStatus::raftAppliedIndex).orElse(0L));
  }

  private static List<MemberEntry> founders(ClusterPicture picture) {
    return picture.lineage().flatMap(lineage -> lineage.birth()).stream()
        .flatMap(birth -> birth.voters().stream())
        .map(Roster::founder)
        .toList();
  }

  private static MemberEntry founder(Voter voter) {
    return new MemberEntry(
        voter.memberId(), voter.instance().value(), List.of(voter.endpoints().peerUrl()), false);
  }

  /** Who speaks for this generation, and who may be believed to serve. */
  private record Witnesses(ClusterPicture picture, Judgements judged) {
    boolean ofThisCluster(Heartbeat node) {
      Optional<EtcdClusterId> born = judged.judgement().clusterId();
      Optional<EtcdClusterId> answered = node.status().map(MemberStatus::clusterId);
      Optional<EtcdClusterId> journalled = node.identity().map(MemberIdentity::clusterId);
      return born.isPresent() && answered.or(() -> journalled).equals(born);
    }

    boolean serving(Heartbeat node) {
      return judged.serving(node);
    }

    boolean silent(Heartbeat node) {
      return judged.silent(node);
    }

    boolean gone(InstanceId instance) {
      return judged.judgement().gone(instance);
    }
  }

  /** Collects lines, each node at most once. */
  private static final class Lines {
    private final ClusterPicture picture;
    private final Witnesses health;
    private final Optional<MemberId> leader;
    private final Optional<Long> leaderIndex;
    private final Set<InstanceId> shown = new HashSet<>();
    private final List<MemberLine> all = new ArrayList<>();
    private int gone;

    Lines(ClusterPicture picture, Witnesses health, Optional<MemberId> leader) {
      this.picture = picture;
      this.health = health;
      this.leader = leader;
      this.leaderIndex =
          leader
              .flatMap(id -> nodeThatHolds(id))
              .flatMap(Heartbeat::status)
              .map(MemberStatus::raftIndex);
    }

    void member(MemberEntry entry) {
      Optional<Heartbeat> node =
          nodeThatHolds(entry.id())
              .or(
                  () ->
                      picture.nodes().stream()
                          .filter(other -> other.instance().value().equals(entry.name()))
                          .findFirst());
      Optional<InstanceId> instance =
          node.map(Heartbeat::instance)
              .or(() -> Optional.of(entry.name()).filter(n -> !n.isEmpty()).map(InstanceId::new));
      instance.ifPresent(shown::add);
      Role role = leader.equals(Optional.of(entry.id())) ? Role.LEADER : votes(entry);
      Optional<Heartbeat> own = node.filter(there -> holds(there, entry.id()));
      all.add(
          new MemberLine(
              instance,
              Optional.of(entry.id()),
              role,
              node,
              own.filter(health::serving).isPresent(),
              node.filter(health::silent).isPresent(),
              own.flatMap(this::lag)));
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
              health.silent(node),
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
      return picture.nodes().stream().filter(node -> holds(node, member)).findFirst();
    }

    private boolean holds(Heartbeat node, MemberId member) {
      return health.ofThisCluster(node)
          && node.identity().map(MemberIdentity::memberId).equals(Optional.of(member));
    }
  }
}
