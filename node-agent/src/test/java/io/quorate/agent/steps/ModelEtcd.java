package io.quorate.agent.steps;

import io.quorate.agent.etcd.client.EtcdErrors;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.etcdmodel.Answer;
import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.CallOutcome;
import io.quorate.etcdmodel.Member;
import io.quorate.model.MemberId;
import io.quorate.release.StorageVersion;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Each etcd of a {@link ModelCluster}, as the agent reaches it: calls and answers get lost. */
public final class ModelEtcd implements EtcdApi {
  private static final long READ_MILLIS = 2_000;
  private static final long CHANGE_MILLIS = 8_000;
  private static final int SURGE = 20;

  private final Fuse fuse;
  private final ModelCluster cluster;
  private final String own;

  /** What is lost of which changing call; these are counted from zero. */
  Loss loss = Loss.NONE;

  int lossAt = -1;
  int changes;

  /** A burst of writes is committed once, between the look at the lag and the next listing. */
  boolean surging;

  private boolean surged;

  /** Whether an entry is committed between any two looks at the own etcd. */
  public boolean growing;

  /** What each member tells of the size of its database. */
  public long dbBytes = 1;

  /** Whether every linearizable read takes too long, though a leader is known. */
  public boolean unproven;

  /** The alarms that every etcd tells. */
  public List<String> alarms = List.of();

  /** The release that every etcd tells, and by which line it writes its files. */
  public String version = "3.5.30";

  public Optional<StorageVersion> storage = Optional.empty();

  /** The lines to which a downgrade was enabled, and "cancel" where one was cancelled. */
  public final List<String> downgrades = new ArrayList<>();

  /** How often the own etcd was looked at. */
  public int looks;

  /** How often a proof of the quorum was asked for. */
  public int proofs;

  /** Whether a learner was made a voter, and by how many entries the last one trailed. */
  boolean promoted;

  long promotedBehind;

  /** What becomes of a changing call that is lost. */
  enum Loss {
    /** None is lost. */
    NONE,
    /** It has no effect and no answer. */
    CALL,
    /** It takes effect, but nobody hears the answer. */
    ANSWER
  }

  ModelEtcd(Fuse fuse, ModelCluster cluster, String own) {
    this.fuse = fuse;
    this.cluster = cluster;
    this.own = own;
  }

  private <T> Reply<T> ask(String url, Call call, long millis, Function<Answer, T> read) {
    return switch (cluster.call(ModelCluster.AGENT, url, call, millis)) {
      case CallOutcome.Answered answered -> new Reply.Answered<>(read.apply(answered.answer()));
      case CallOutcome.Refused refused ->
          EtcdErrors.reply("UNAVAILABLE", refused.error(), true, refused.error());
      case CallOutcome.Unknown unknown -> new Reply.Unknown<>(unknown.detail());
      case CallOutcome.NotReached not -> new Reply.Refused<>(Refusal.UNAVAILABLE, not.detail());
    };
  }

  @Override
  public Reply<MemberStatus> status(String clientUrl) {
    if (clientUrl.equals(own)) {
      looks++;
      if (growing) {
        cluster.writes(1);
      }
    }
    return ask(clientUrl, new Call.Status(), READ_MILLIS, this::status);
  }

  private MemberStatus status(Answer answer) {
    Answer.State state = (Answer.State) answer;
    return new MemberStatus(
        state.member(),
        state.cluster(),
        state.leader(),
        state.learner(),
        state.revision(),
        state.term(),
        state.index(),
        state.appliedIndex(),
        dbBytes,
        1,
        version,
        alarms,
        storage);
  }

  @Override
  public Reply<Boolean> downgrade(String clientUrl, Optional<EtcdVersion> to) {
    Loss now = changes++ == lossAt ? loss : Loss.NONE;
    fuse.reach(Fuse.Point.BEFORE);
    if (now == Loss.CALL) {
      return new Reply.Unknown<>("the call was lost");
    }
    downgrades.add(to.map(EtcdVersion::line).orElse("cancel"));
    if (storage.isPresent()) {
      EtcdVersion running = EtcdVersion.parse(version).orElseThrow();
      storage = Optional.of(new StorageVersion(to.orElse(running), to));
    }
    fuse.reach(Fuse.Point.AFTER_EFFECT);
    return now == Loss.ANSWER
        ? new Reply.Unknown<>("the answer was lost")
        : new Reply.Answered<>(true);
  }

  @Override
  public Map<String, Reply<MemberStatus>> statuses(Collection<String> clientUrls) {
    Map<String, Reply<MemberStatus>> replies = new LinkedHashMap<>();
    clientUrls.forEach(url -> replies.put(url, status(url)));
    return replies;
  }

  @Override
  public Reply<ListedMembers> list(String clientUrl) {
    proofs++;
    if (surging && cluster.ownLearns() && cluster.ownLag() == 0) {
      cluster.part(1);
      cluster.writes(SURGE);
      surging = false;
      surged = true;
    }
    return unproven
        ? new Reply.Unknown<>("etcdserver: request timed out")
        : ask(clientUrl, new Call.Members(true), READ_MILLIS, ModelEtcd::listing);
  }

  /** What was written in a burst reaches the own etcd now. */
  void surged() {
    if (surged) {
      surged = false;
      cluster.mend();
    }
  }

  @Override
  public Map<String, Reply<ListedMembers>> appliedLists(Collection<String> clientUrls) {
    Map<String, Reply<ListedMembers>> replies = new LinkedHashMap<>();
    clientUrls.forEach(
        url ->
            replies.put(url, ask(url, new Call.Members(false), READ_MILLIS, ModelEtcd::listing)));
    return replies;
  }

  private static ListedMembers listing(Answer answer) {
    Answer.Listed listed = (Answer.Listed) answer;
    return new ListedMembers(
        listed.cluster(),
        listed.by(),
        listed.members().stream()
            .map(
                member ->
                    new ListedMembers.Listed(
                        entry(member), member.started() ? List.of(member.clientUrl()) : List.of()))
            .toList());
  }

  static MemberEntry entry(Member member) {
    return new MemberEntry(member.id(), member.name(), List.of(member.peerUrl()), member.learner());
  }

  @Override
  public Reply<MemberId> addLearner(String clientUrl, String peerUrl) {
    return change(
        clientUrl, new Call.Add(peerUrl, true), answer -> ((Answer.Added) answer).member());
  }

  @Override
  public Reply<MemberId> remove(String clientUrl, MemberId member) {
    return change(clientUrl, new Call.Remove(member), answer -> member);
  }

  @Override
  public Reply<MemberId> promote(String clientUrl, MemberId member) {
    long behind = cluster.ownLag();
    return change(
        clientUrl,
        new Call.Promote(member),
        answer -> {
          promoted = true;
          promotedBehind = behind;
          return member;
        });
  }

  @Override
  public Reply<MemberId> updatePeerUrl(String clientUrl, MemberId member, String peerUrl) {
    return change(clientUrl, new Call.Update(member, peerUrl), answer -> member);
  }

  @Override
  public Reply<MemberId> moveLeader(String clientUrl, MemberId to) {
    return change(clientUrl, new Call.MoveLeader(to), answer -> to);
  }

  private Reply<MemberId> change(String clientUrl, Call call, Function<Answer, MemberId> read) {
    if (cluster.isStranger(clientUrl)) {
      throw new AssertionError("another cluster's membership is changed at " + clientUrl);
    }
    Loss now = changes++ == lossAt ? loss : Loss.NONE;
    fuse.reach(Fuse.Point.BEFORE);
    if (now == Loss.CALL) {
      return new Reply.Unknown<>("the call was lost");
    }
    Reply<MemberId> reply = ask(clientUrl, call, CHANGE_MILLIS, read);
    if (reply.answer().isPresent()) {
      fuse.reach(Fuse.Point.AFTER_EFFECT);
    }
    return now == Loss.ANSWER ? new Reply.Unknown<>("the answer was lost") : reply;
  }

  @Override
  public Reply<Map<MemberId, Long>> receivedBytes(String clientUrl) {
    return new Reply.Unknown<>("not modelled");
  }
}
