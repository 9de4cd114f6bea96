package io.quorate.agent.run;

import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.StepWorld;
import io.quorate.model.MemberId;
import io.quorate.state.MemberStatus;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * An etcd whose log a test may let grow, and whose leader it may take away; counts what it is
 * asked.
 */
final class GrowingLog implements EtcdApi {
  private final EtcdApi model;
  private boolean growing;
  private long grown;
  private int looks;
  private boolean leaderless;
  private int proofs;
  private boolean quorum = true;

  GrowingLog(EtcdApi model) {
    this.model = model;
  }

  /** From now on an entry is committed between any two looks. */
  void grow() {
    growing = true;
  }

  /** From now on nothing is committed. */
  void rest() {
    growing = false;
  }

  /** From now on no leader is known. */
  void loseLeader() {
    leaderless = true;
  }

  /** How often it was asked since it was last read. */
  int looks() {
    int count = looks;
    looks = 0;
    return count;
  }

  /** From now on it proves no quorum, though it answers. */
  void loseQuorum() {
    quorum = false;
  }

  /** How often it was asked for a proof of its quorum. */
  int proofs() {
    return proofs;
  }

  @Override
  public Reply<MemberStatus> status(String clientUrl) {
    if (!clientUrl.equals(StepWorld.SELF.endpoints().clientUrl())) {
      return model.status(clientUrl);
    }
    looks++;
    grown += growing ? 1 : 0;
    return model.status(clientUrl).map(this::longer);
  }

  private MemberStatus longer(MemberStatus s) {
    return new MemberStatus(
        s.memberId(),
        s.clusterId(),
        leaderless ? Optional.empty() : s.leader(),
        s.learner(),
        s.revision(),
        s.raftTerm(),
        s.raftIndex() + grown,
        s.raftAppliedIndex(),
        s.dbSizeBytes(),
        s.dbInUseBytes(),
        s.version(),
        s.alarms());
  }

  @Override
  public Map<String, Reply<MemberStatus>> statuses(Collection<String> clientUrls) {
    return model.statuses(clientUrls);
  }

  @Override
  public Reply<ListedMembers> list(String clientUrl) {
    proofs++;
    return quorum ? model.list(clientUrl) : new Reply.Unknown<>("no quorum");
  }

  @Override
  public Map<String, Reply<ListedMembers>> appliedLists(Collection<String> clientUrls) {
    return model.appliedLists(clientUrls);
  }

  @Override
  public Reply<MemberId> addLearner(String clientUrl, String peerUrl) {
    return model.addLearner(clientUrl, peerUrl);
  }

  @Override
  public Reply<MemberId> remove(String clientUrl, MemberId member) {
    return model.remove(clientUrl, member);
  }

  @Override
  public Reply<MemberId> promote(String clientUrl, MemberId member) {
    return model.promote(clientUrl, member);
  }

  @Override
  public Reply<MemberId> moveLeader(String clientUrl, MemberId to) {
    return model.moveLeader(clientUrl, to);
  }

  @Override
  public Reply<Map<MemberId, Long>> receivedBytes(String clientUrl) {
    return model.receivedBytes(clientUrl);
  }
}
