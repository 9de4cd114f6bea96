package io.quorate.simulation.invariant.judge;

import io.quorate.codec.Codecs;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.HeartbeatProgress;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.Status;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What the tables show of one cluster's nodes at a moment, to a controller that errs in nothing.
 */
public final class Evidence {
  private static final long TURNS_TO_SILENCE = 2;
  private static final Comparator<Heartbeat> BY_KNOWLEDGE =
      Comparator.comparing((Heartbeat row) -> told(row, MemberStatus::raftTerm))
          .thenComparing(row -> row.status().filter(MemberStatus::leads).isPresent())
          .thenComparing(row -> told(row, MemberStatus::raftAppliedIndex));

  private final List<Heartbeat> rows = new ArrayList<>();
  private final Map<InstanceId, HeartbeatProgress> heartbeatProgress;
  private final long silenceMillis;
  private final SimCluster simCluster;

  /**
   * As the tables are now. What another release's agent has written over a row meanwhile, nobody
   * can read: then it counts as whoever wrote had read it.
   */
  public Evidence(SimCluster simCluster, StoreModel store, StoreModel.Written done) {
    this.simCluster = simCluster;
    silenceMillis = simCluster.silenceMillis();
    for (Item item : store.tables().list(Table.NODES, simCluster.name().value(), "")) {
      TableRecords.row(item)
          .or(() -> Optional.ofNullable(done.rows().get(item.key())).flatMap(TableRecords::row))
          .ifPresent(rows::add);
    }
    Key lease = Keys.lease(simCluster.name());
    heartbeatProgress =
        Optional.ofNullable(store.tables().read(List.of(lease)).get(lease))
            .map(item -> Codecs.LEASE.read(item.attributes(), "lease").heartbeatProgress())
            .orElse(Map.of());
  }

  private static long told(Heartbeat row, ToLongFunction<MemberStatus> what) {
    return row.status().stream().mapToLong(what).findFirst().orElse(0);
  }

  /** This cluster's rows as whoever wrote had last read them. */
  public static List<Heartbeat> read(SimCluster simCluster, StoreModel.Written done) {
    return done.rows().values().stream()
        .flatMap(item -> TableRecords.row(item).stream())
        .filter(row -> row.cluster().equals(simCluster.name()))
        .toList();
  }

  /**
   * Those of the rows read that any controller must have counted as healthy voters: whose instance
   * lives, whom all such rows list, and whose heartbeat no earlier turn has seen stand still.
   */
  public Set<Heartbeat> countedOn(List<Heartbeat> read) {
    List<Heartbeat> heartbeatEvidence = read.stream().filter(Evidence::looksHealthy).toList();
    return heartbeatEvidence.stream()
        .filter(row -> !simCluster.group().terminated(row.instance()) && !seenStanding(row))
        .filter(row -> heartbeatEvidence.stream().allMatch(witness -> votes(row, witness)))
        .collect(Collectors.toSet());
  }

  /** The living instance by whose own row a member was taken for dead. */
  public Optional<InstanceId> reportedDead(List<Heartbeat> read, MemberId member) {
    return read.stream()
        .filter(row -> row.identity().map(MemberIdentity::memberId).equals(Optional.of(member)))
        .map(Heartbeat::instance)
        .filter(instance -> !simCluster.group().terminated(instance))
        .findFirst();
  }

  private static boolean votes(Heartbeat row, Heartbeat witness) {
    return row.identity()
        .map(MemberIdentity::memberId)
        .filter(voters(witness)::contains)
        .isPresent();
  }

  /** The row of an instance. */
  public Optional<Heartbeat> row(InstanceId instance) {
    return rows.stream().filter(row -> row.instance().equals(instance)).findFirst();
  }

  /** Whether an instance was told to leave, and its own row names no member any more. */
  public boolean left(Status status, InstanceId instance) {
    return status.group().leaves(instance)
        && row(instance).filter(row -> row.identity().isEmpty()).isPresent();
  }

  /**
   * Whether the witness's list shows a quorum of healthy ones once this is removed. A controller
   * may know, or not know yet, whose instance is terminated.
   */
  public boolean quorumWithout(MemberId member) {
    return quorum(member, false, rows) || quorum(member, false, ofTheLiving());
  }

  /** Whether it shows one besides this, which stays listed. */
  public boolean quorumBeside(MemberId member) {
    return quorum(member, true, rows) || quorum(member, true, ofTheLiving());
  }

  private List<Heartbeat> ofTheLiving() {
    return rows.stream().filter(row -> !simCluster.group().terminated(row.instance())).toList();
  }

  /**
   * Whether it shows one besides this, which stays listed, though another falls silent just now, to
   * a controller that knows who is terminated.
   */
  public boolean quorumBeside(MemberId member, InstanceId silent) {
    List<Heartbeat> left =
        ofTheLiving().stream().filter(row -> !row.instance().equals(silent)).toList();
    return quorum(member, true, left);
  }

  /**
   * Whose list counts: the leader's among those that know the newest raft term, else that of the
   * one of them that has applied most.
   */
  private Optional<Heartbeat> witness(List<Heartbeat> among) {
    return among.stream().filter(this::healthy).max(BY_KNOWLEDGE);
  }

  /** A learner no quorum needs. */
  private boolean quorum(MemberId member, boolean staysListed, List<Heartbeat> among) {
    return witness(among)
        .map(Evidence::voters)
        .filter(
            voters -> {
              List<MemberId> others = voters.stream().filter(id -> !id.equals(member)).toList();
              long listed = staysListed ? voters.size() : others.size();
              return !voters.contains(member)
                  || others.stream().filter(id -> served(id, among)).count() * 2 > listed;
            })
        .isPresent();
  }

  /** Whether by the witness's list all voters are healthy. */
  public boolean allServe() {
    return witness(rows)
        .filter(witness -> voters(witness).stream().allMatch(id -> served(id, rows)))
        .isPresent();
  }

  /**
   * Whether by the witness's list all voters but this one are healthy; a controller may know, or
   * not know yet, whose instance is terminated.
   */
  public boolean othersServe(MemberId besides) {
    return othersServe(besides, rows) || othersServe(besides, ofTheLiving());
  }

  private boolean othersServe(MemberId besides, List<Heartbeat> among) {
    return witness(among)
        .filter(
            witness ->
                voters(witness).stream()
                    .filter(id -> !id.equals(besides))
                    .allMatch(id -> served(id, among)))
        .isPresent();
  }

  /** Whom a node's list calls voters. */
  public static List<MemberId> voters(Heartbeat witness) {
    return witness.members().stream()
        .filter(entry -> !entry.learner())
        .map(MemberEntry::id)
        .toList();
  }

  private boolean served(MemberId voter, List<Heartbeat> among) {
    return among.stream()
        .filter(row -> row.identity().map(MemberIdentity::memberId).equals(Optional.of(voter)))
        .anyMatch(this::healthy);
  }

  /** Whether a row says that its member serves, and its node is not silent. */
  public boolean healthy(Heartbeat row) {
    return looksHealthy(row) && !longSilent(row);
  }

  /** Whether a row says that its member serves, if its node is not silent. */
  private static boolean looksHealthy(Heartbeat row) {
    return row.serving() && row.data() == DataState.INTACT;
  }

  /** Whether an earlier turn but one has seen this very heartbeat: then it may count as silent. */
  private boolean seenStanding(Heartbeat row) {
    return seen(row).filter(seen -> seen.turns() >= TURNS_TO_SILENCE - 1).isPresent();
  }

  /** Whether the turns that ended before this one had already seen this very heartbeat so long. */
  private boolean longSilent(Heartbeat row) {
    return seen(row)
        .filter(seen -> seen.turns() >= TURNS_TO_SILENCE)
        .filter(seen -> seen.still().toMillis() >= silenceMillis)
        .isPresent();
  }

  private Optional<HeartbeatProgress> seen(Heartbeat row) {
    return Optional.ofNullable(heartbeatProgress.get(row.instance()))
        .filter(seen -> seen.incarnationNonce().equals(row.boot().nonce()))
        .filter(seen -> seen.sequence() == row.sequence());
  }
}
