package io.quorate.agent.steps;

import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.state.Endpoints;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * An etcd cluster in memory: members and learners, quorum, etcd's refusals, answers that get lost.
 * Ids are never given twice.
 */
public final class ModelCluster implements EtcdApi {
  private static final long STRIDE = 2_000;
  private static final long SURGE = 500;
  static final long FOUNDED = 9_000;
  private static final EtcdClusterId OTHER = new EtcdClusterId(0x5);

  private final Fuse fuse;
  private final ModelDisk disk;
  private final Supplier<EtcdClusterId> id;
  private final Endpoints own;
  private final Map<MemberId, ModelMember> members = new TreeMap<>();
  private final Set<String> strangers = new TreeSet<>();
  private Optional<ModelMember> ownRunning = Optional.empty();
  private Optional<MemberId> leader = Optional.empty();

  /** What is lost of which changing call; these are counted from zero. */
  Loss loss = Loss.NONE;

  int lossAt = -1;
  int changes;
  private long nextId = 0x100;
  private long committed = FOUNDED;

  /** A burst of writes is committed once, between the look at the lag and the next listing. */
  boolean surging;

  /** Whether an entry is committed between any two looks at the own etcd. */
  public boolean growing;

  /** Whether no leader is known. */
  public boolean leaderless;

  /** Whether no quorum is proven, though members answer. */
  public boolean unproven;

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

  ModelCluster(Fuse fuse, ModelDisk disk, Supplier<EtcdClusterId> id, Endpoints own) {
    this.fuse = fuse;
    this.disk = disk;
    this.id = id;
    this.own = own;
  }

  /** A member that was there before. */
  MemberId left(MemberId member, String name, Endpoints endpoints, boolean learner, boolean up) {
    ModelMember there = new ModelMember(member, name, endpoints, learner, up);
    members.put(member, there);
    if (endpoints.equals(own) && up) {
      ownRunning = Optional.of(there);
    }
    return member;
  }

  /** A promotion that was long under way takes effect. */
  void promotesLate() {
    ownRunning.orElseThrow().learner = false;
  }

  /** Time passes: a running learner catches up. */
  void settle() {
    ownRunning.ifPresent(m -> m.applied = Math.min(committed, m.applied + STRIDE));
  }

  /** The own etcd runs: it writes its directory, whoever's it is. */
  void ownStarted(Launch launch) {
    ModelMember me =
        switch (disk.inspect(launch.directory())) {
          case DataDisk.View.Holds holds ->
              members.getOrDefault(
                  holds.memberId(), new ModelMember(holds.memberId(), "", own, true, false));
          case DataDisk.View.Empty empty -> listedAt(launch);
          case DataDisk.View.Missing missing -> throw new AssertionError("no directory");
          case DataDisk.View.Damaged damaged -> throw new AssertionError(damaged.detail());
        };
    me.name = launch.name();
    me.up = true;
    ownRunning = Optional.of(me);
    String nonce = launch.directory().substring(launch.directory().indexOf('-') + 1);
    disk.put(launch.directory(), new DataDisk.View.Holds(id.get(), me.id, nonce, 2, committed));
  }

  private ModelMember listedAt(Launch launch) {
    List<ListedMembers.Listed> told =
        members.values().stream()
            .flatMap(m -> m.lagging.stream())
            .findFirst()
            .orElseGet(this::listed);
    return told.stream()
        .map(ListedMembers.Listed::entry)
        .filter(entry -> entry.peerUrls().contains(launch.endpoints().peerUrl()))
        .findFirst()
        .map(
            entry ->
                members.getOrDefault(entry.id(), new ModelMember(entry.id(), "", own, true, false)))
        .orElseThrow(() -> new AssertionError("etcd was executed for no listed member"));
  }

  void ownStopped() {
    ownRunning.ifPresent(m -> m.up = false);
    ownRunning = Optional.empty();
  }

  /** Whether the running own etcd is a voter. */
  boolean ownVotes() {
    return ownRunning.map(m -> m.id).flatMap(this::voter).isPresent();
  }

  private Optional<ModelMember> voter(MemberId member) {
    return Optional.ofNullable(members.get(member)).filter(m -> !m.learner);
  }

  /** The entries that have the own peer URL. */
  List<MemberEntry> ownEntries() {
    return entries().stream().filter(e -> e.peerUrls().contains(own.peerUrl())).toList();
  }

  List<MemberEntry> entries() {
    return members.values().stream().map(ModelMember::entry).toList();
  }

  private Optional<ModelMember> at(String clientUrl) {
    return clientUrl.equals(own.clientUrl())
        ? ownRunning
        : members.values().stream()
            .filter(m -> m.up && m.endpoints.clientUrl().equals(clientUrl))
            .findFirst();
  }

  private boolean quorum() {
    long voters = members.values().stream().filter(m -> !m.learner).count();
    return members.values().stream().filter(m -> !m.learner && m.up).count() * 2 > voters;
  }

  @Override
  public Reply<MemberStatus> status(String clientUrl) {
    Optional<ModelMember> member = at(clientUrl).filter(m -> !m.hangs);
    if (member.isEmpty()) {
      return new Reply.Unknown<>("no connection to " + clientUrl);
    }
    if (clientUrl.equals(own.clientUrl())) {
      looks++;
      committed += growing ? 1 : 0;
    }
    return new Reply.Answered<>(
        new MemberStatus(
            member.get().id,
            id.get(),
            leaderless ? Optional.empty() : leader(),
            member.get().learner,
            1,
            2,
            committed,
            member.get().applied,
            1,
            1,
            "3.5.30",
            List.of()));
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
    if (surging && ownRunning.filter(m -> m.learner && m.applied == committed).isPresent()) {
      committed += SURGE;
      surging = false;
    }
    if (strangers.contains(clientUrl)) {
      return new Reply.Answered<>(new ListedMembers(OTHER, new MemberId(0x5), List.of()));
    }
    Optional<ModelMember> asked = at(clientUrl).filter(m -> members.containsKey(m.id) && !m.hangs);
    if (asked.isEmpty() || asked.get().learner) {
      return new Reply.Unknown<>("no linearizable answer from " + clientUrl);
    }
    if (!quorum() || unproven) {
      return new Reply.Refused<>(Refusal.NO_LEADER, "no quorum");
    }
    return new Reply.Answered<>(new ListedMembers(id.get(), asked.get().id, listed()));
  }

  private List<ListedMembers.Listed> listed() {
    return members.values().stream().map(ModelMember::listed).toList();
  }

  /** The member at this URL is dead, and an etcd of another cluster has its address. */
  void strangerAt(String clientUrl) {
    at(clientUrl).orElseThrow().up = false;
    strangers.add(clientUrl);
  }

  /** The member that clients reach here. */
  ModelMember of(String clientUrl) {
    return members.values().stream()
        .filter(m -> m.endpoints.clientUrl().equals(clientUrl))
        .findFirst()
        .orElseThrow();
  }

  /** From now on this member applies no change: an etcd that joins gets its old list. */
  void lags(String clientUrl) {
    of(clientUrl).lagging = Optional.of(listed());
  }

  /** This member lags so far that it takes itself for a learner. */
  void learns(String clientUrl) {
    lags(clientUrl);
    of(clientUrl).learns = true;
  }

  /** Every member has applied all there is. */
  void catchUp() {
    for (ModelMember member : members.values()) {
      member.learns = false;
      member.lagging = Optional.empty();
    }
  }

  @Override
  public Map<String, Reply<ListedMembers>> appliedLists(Collection<String> clientUrls) {
    Map<String, Reply<ListedMembers>> replies = new LinkedHashMap<>();
    clientUrls.forEach(url -> replies.put(url, applied(url)));
    return replies;
  }

  private Reply<ListedMembers> applied(String clientUrl) {
    return at(clientUrl)
        .filter(m -> !m.deaf)
        .<Reply<ListedMembers>>map(
            m ->
                m.learns
                    ? new Reply.Refused<>(Refusal.IS_LEARNER, "rpc not supported for learner")
                    : new Reply.Answered<>(
                        new ListedMembers(id.get(), m.id, m.lagging.orElseGet(this::listed))))
        .orElseGet(() -> new Reply.Unknown<>("no connection to " + clientUrl));
  }

  @Override
  public Reply<MemberId> addLearner(String clientUrl, String peerUrl) {
    if (entries().stream().anyMatch(e -> e.peerUrls().contains(peerUrl))) {
      return new Reply.Refused<>(Refusal.PEER_URL_EXISTS, peerUrl);
    }
    if (entries().stream().anyMatch(MemberEntry::learner)) {
      return new Reply.Refused<>(Refusal.TOO_MANY_LEARNERS, "one at a time");
    }
    return change(
        clientUrl,
        () -> {
          MemberId given = new MemberId(nextId++);
          members.put(given, new ModelMember(given, "", own, true, false));
          return given;
        });
  }

  @Override
  public Reply<MemberId> remove(String clientUrl, MemberId member) {
    if (!members.containsKey(member)) {
      return new Reply.Refused<>(Refusal.MEMBER_NOT_FOUND, member.toString());
    }
    return change(
        clientUrl,
        () -> {
          members.remove(member);
          return member;
        });
  }

  @Override
  public Reply<MemberId> promote(String clientUrl, MemberId member) {
    ModelMember learner = members.get(member);
    if (learner == null) {
      return new Reply.Refused<>(Refusal.MEMBER_NOT_FOUND, member.toString());
    }
    if (!learner.learner) {
      return new Reply.Refused<>(Refusal.NOT_A_LEARNER, member.toString());
    }
    if (!learner.up || learner.applied < committed * 0.9) {
      return new Reply.Refused<>(Refusal.LEARNER_NOT_READY, member.toString());
    }
    return change(
        clientUrl,
        () -> {
          learner.learner = false;
          promoted = true;
          promotedBehind = committed - learner.applied;
          return member;
        });
  }

  private Reply<MemberId> change(String clientUrl, Supplier<MemberId> effect) {
    if (strangers.contains(clientUrl)) {
      throw new AssertionError("another cluster's membership is changed at " + clientUrl);
    }
    if (list(clientUrl).answer().isEmpty()) {
      return new Reply.Unknown<>("no quorum through " + clientUrl);
    }
    Loss now = changes++ == lossAt ? loss : Loss.NONE;
    fuse.reach(Fuse.Point.BEFORE);
    if (now == Loss.CALL) {
      return new Reply.Unknown<>("the call was lost");
    }
    MemberId done = effect.get();
    fuse.reach(Fuse.Point.AFTER_EFFECT);
    return now == Loss.ANSWER
        ? new Reply.Unknown<>("the answer was lost")
        : new Reply.Answered<>(done);
  }

  @Override
  public Reply<MemberId> moveLeader(String clientUrl, MemberId to) {
    if (!leader().equals(at(clientUrl).map(m -> m.id))) {
      return new Reply.Refused<>(Refusal.NOT_LEADER, clientUrl);
    }
    return change(
        clientUrl,
        () -> {
          leader = Optional.of(to);
          return to;
        });
  }

  /** This member leads, as long as it votes and is up. */
  void leads(String clientUrl) {
    leader = at(clientUrl).map(m -> m.id);
  }

  /** Who leads: what was told, while it can; else the first that can. */
  Optional<MemberId> leader() {
    return leader
        .filter(id -> voter(id).filter(m -> m.up).isPresent())
        .or(
            () ->
                members.values().stream()
                    .filter(m -> m.up && !m.learner)
                    .map(m -> m.id)
                    .findFirst());
  }

  @Override
  public Reply<Map<MemberId, Long>> receivedBytes(String clientUrl) {
    return new Reply.Unknown<>("not modelled");
  }
}
