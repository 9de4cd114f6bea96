package io.quorate.state;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.release.StorageVersion;
import io.quorate.wire.Wire;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the node's own etcd answered to a status call.
 *
 * @param memberId its member id
 * @param clusterId its cluster id
 * @param leader the leader it follows, absent without one
 * @param learner whether it is a learner
 * @param revision newest revision it has applied
 * @param raftTerm raft term, to be compared only within one generation
 * @param raftIndex raft index it knows to be committed
 * @param raftAppliedIndex raft index it has applied
 * @param dbSizeBytes size of the backend file
 * @param dbInUseBytes bytes of it in use
 * @param version etcd's version, such as {@code 3.5.30}
 * @param alarms active alarms by etcd's names
 * @param storage the line by which it writes its files; absent before 3.6
 */
public record MemberStatus(
    MemberId memberId,
    EtcdClusterId clusterId,
    Optional<MemberId> leader,
    boolean learner,
    @Wire.Count long revision,
    @Wire.Count long raftTerm,
    @Wire.Count long raftIndex,
    @Wire.Count long raftAppliedIndex,
    @Wire.Count long dbSizeBytes,
    @Wire.Count long dbInUseBytes,
    @Wire.Longest(Wire.ID) String version,
    @Wire.Most(Wire.MEMBERS) @Wire.Longest(Wire.ID) List<String> alarms,
    Optional<StorageVersion> storage) {
  /**
   * Orders members by what they know, the one whose member list counts last: by raft term, then a
   * leader after its followers, then by the raft index applied.
   */
  public static final Comparator<MemberStatus> BY_KNOWLEDGE =
      Comparator.comparingLong(MemberStatus::raftTerm)
          .thenComparing(MemberStatus::leads)
          .thenComparingLong(MemberStatus::raftAppliedIndex);

  public MemberStatus {
    alarms = List.copyOf(alarms);
  }

  /** Of an etcd that does not tell by which line it writes its files. */
  public MemberStatus(
      MemberId memberId,
      EtcdClusterId clusterId,
      Optional<MemberId> leader,
      boolean learner,
      long revision,
      long raftTerm,
      long raftIndex,
      long raftAppliedIndex,
      long dbSizeBytes,
      long dbInUseBytes,
      String version,
      List<String> alarms) {
    this(
        memberId,
        clusterId,
        leader,
        learner,
        revision,
        raftTerm,
        raftIndex,
        raftAppliedIndex,
        dbSizeBytes,
        dbInUseBytes,
        version,
        alarms,
        Optional.empty());
  }

  /** Whether this member leads. */
  public boolean leads() {
    return leader.filter(memberId::equals).isPresent();
  }
}
