package io.quorate.simulation.node;

import io.quorate.agent.etcd.client.EtcdErrors;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.auth.KeyRange;
import io.quorate.etcdmodel.Answer;
import io.quorate.etcdmodel.AuthRead;
import io.quorate.etcdmodel.AuthStore;
import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.CallOutcome;
import io.quorate.etcdmodel.EtcdWorld;
import io.quorate.etcdmodel.Member;
import io.quorate.etcdmodel.SavedSnapshot;
import io.quorate.model.MemberId;
import io.quorate.simulation.schedule.SimTransport;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/** Any member's etcd, as an agent reaches it over the network. */
final class EtcdPort implements EtcdApi {
  private static final long READ_MILLIS = 2_000;
  private static final KeyRange ANY_KEY = KeyRange.one("\0");
  private static final long CHANGE_MILLIS = 8_000;

  private final EtcdWorld world;
  private final String from;
  private final SimTransport wire;
  private final Function<String, Map<MemberId, Long>> received;
  private final Machine machine;
  private final String name;

  /**
   * As an agent reaches them.
   *
   * @param name the common name of its certificate; empty while connections are plain
   */
  EtcdPort(
      EtcdWorld world,
      Machine machine,
      String name,
      SimTransport wire,
      Function<String, Map<MemberId, Long>> received) {
    this.world = world;
    this.from = SimNetwork.client(machine.address());
    this.machine = machine;
    this.name = name;
    this.wire = wire;
    this.received = received;
  }

  private <T> Reply<T> ask(String url, Call call, long millis, Function<Answer, T> read) {
    return ask(url, call.toString(), call, millis, read);
  }

  private <T> Reply<T> ask(
      String url, String what, Call call, long millis, Function<Answer, T> read) {
    CallOutcome outcome =
        wire.<CallOutcome>asked(
            what + " at " + url,
            millis,
            told -> world.call(from, name, url, call, world.now() + millis, told),
            CallOutcome.Unknown::new);
    return reply(outcome, read);
  }

  private static <T> Reply<T> reply(CallOutcome outcome, Function<Answer, T> read) {
    return switch (outcome) {
      case CallOutcome.Answered answered -> new Reply.Answered<>(read.apply(answered.answer()));
      case CallOutcome.Refused refused ->
          EtcdErrors.reply("UNAVAILABLE", refused.error(), true, refused.error());
      case CallOutcome.Unknown unknown -> new Reply.Unknown<>(unknown.detail());
      case CallOutcome.NotReached not -> new Reply.Refused<>(Refusal.UNAVAILABLE, not.detail());
    };
  }

  @Override
  public Reply<MemberStatus> status(String clientUrl) {
    Reply<MemberStatus> reply = ask(clientUrl, new Call.Status(), READ_MILLIS, EtcdPort::status);
    if (own(clientUrl)) {
      reply
          .answer()
          .ifPresent(
              own -> {
                machine.learnerLooks().own(own.raftAppliedIndex());
                machine.etcdLooks().answered(world.now());
              });
    }
    return reply;
  }

  private boolean own(String clientUrl) {
    return SimNetwork.isClientUrl(clientUrl, machine.address());
  }

  private static MemberStatus status(Answer answer) {
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
        state.sizeBytes(),
        state.inUseBytes(),
        "3.5.30",
        state.alarms());
  }

  @Override
  public Map<String, Reply<MemberStatus>> statuses(Collection<String> clientUrls) {
    Map<String, Reply<MemberStatus>> replies =
        each(clientUrls, new Call.Status(), EtcdPort::status);
    replies.values().stream()
        .flatMap(reply -> reply.answer().stream())
        .forEach(
            of ->
                machine
                    .etcdLooks()
                    .peerAnswered(of.memberId(), world.now(), wire.strandIs(AgentLife.BEATS)));
    return replies;
  }

  @Override
  public Map<String, Reply<ListedMembers>> appliedLists(Collection<String> clientUrls) {
    return each(clientUrls, new Call.Members(false), EtcdPort::listing);
  }

  private <T> Map<String, Reply<T>> each(
      Collection<String> clientUrls, Call call, Function<Answer, T> read) {
    if (clientUrls.isEmpty()) {
      return Map.of();
    }
    TreeSet<String> urls = new TreeSet<>(clientUrls);
    Map<String, CallOutcome> outcomes = new LinkedHashMap<>();
    wire.<Integer>asked(
        call + " at " + urls,
        READ_MILLIS,
        told -> {
          for (String url : urls) {
            world.call(
                from,
                name,
                url,
                call,
                world.now() + READ_MILLIS,
                outcome -> {
                  outcomes.put(url, outcome);
                  if (outcomes.size() == urls.size()) {
                    told.accept(urls.size());
                  }
                });
          }
        },
        why -> 0);
    Map<String, Reply<T>> replies = new LinkedHashMap<>();
    for (String url : urls) {
      CallOutcome outcome =
          outcomes.getOrDefault(url, new CallOutcome.Unknown("no answer in time"));
      replies.put(url, reply(outcome, read));
    }
    return replies;
  }

  @Override
  public Reply<ListedMembers> list(String clientUrl) {
    return name.isEmpty() ? listed(clientUrl) : listedWithRights(clientUrl);
  }

  /** As over the wire: a refusal of the read comes after a quorum has confirmed it. */
  private Reply<ListedMembers> listedWithRights(String clientUrl) {
    long askedAt = world.now();
    Reply<Answer> proof =
        ask(clientUrl, new Call.Range(true, ANY_KEY), READ_MILLIS, answer -> answer);
    boolean refused = proof instanceof Reply.Refused<Answer> not && not.why() == Refusal.AUTH;
    if (proof.answer().isEmpty() && !refused) {
      return unanswered(proof);
    }
    if (own(clientUrl) && !refused) {
      machine.etcdLooks().proven(world.now());
    }
    machine.learnerLooks().listed(askedAt);
    Reply<ListedMembers> members =
        ask(clientUrl, new Call.Members(true), READ_MILLIS, EtcdPort::listing);
    return refused ? members.map(list -> list.afterRefusal(proof.words())) : members;
  }

  private static <T> Reply<T> unanswered(Reply<Answer> proof) {
    return proof.map(
        answer -> {
          throw new IllegalStateException("not answered, yet " + answer);
        });
  }

  private Reply<ListedMembers> listed(String clientUrl) {
    // As good a proof as reading a key, and all keys need not be copied for it.
    long askedAt = world.now();
    Reply<Answer> proof = ask(clientUrl, new Call.Members(true), READ_MILLIS, answer -> answer);
    if (!(proof instanceof Reply.Answered<Answer>)) {
      return unanswered(proof);
    }
    machine.learnerLooks().listed(askedAt);
    if (own(clientUrl)) {
      machine.etcdLooks().proven(world.now());
    }
    return ask(clientUrl, new Call.Members(true), READ_MILLIS, EtcdPort::listing);
  }

  private static ListedMembers listing(Answer answer) {
    Answer.Listed listed = (Answer.Listed) answer;
    return new ListedMembers(
        listed.cluster(), listed.by(), listed.members().stream().map(EtcdPort::listed).toList());
  }

  private static ListedMembers.Listed listed(Member member) {
    return new ListedMembers.Listed(
        new MemberEntry(member.id(), member.name(), List.of(member.peerUrl()), member.learner()),
        member.clientUrl().isEmpty() ? List.of() : List.of(member.clientUrl()));
  }

  @Override
  public Reply<MemberId> addLearner(String clientUrl, String peerUrl) {
    return ask(
        clientUrl,
        new Call.Add(peerUrl, true),
        CHANGE_MILLIS,
        answer -> ((Answer.Added) answer).member());
  }

  @Override
  public Reply<MemberId> remove(String clientUrl, MemberId member) {
    return ask(clientUrl, new Call.Remove(member), CHANGE_MILLIS, answer -> member);
  }

  @Override
  public Reply<MemberId> promote(String clientUrl, MemberId member) {
    machine.learnerLooks().promoting(world.now());
    return ask(clientUrl, new Call.Promote(member), CHANGE_MILLIS, answer -> member);
  }

  @Override
  public Reply<MemberId> updatePeerUrl(String clientUrl, MemberId member, String peerUrl) {
    return ask(clientUrl, new Call.Update(member, peerUrl), CHANGE_MILLIS, answer -> member);
  }

  @Override
  public Reply<MemberId> moveLeader(String clientUrl, MemberId to) {
    return ask(clientUrl, new Call.MoveLeader(to), CHANGE_MILLIS, answer -> to);
  }

  /** Gives the free pages back, which takes so long. */
  Reply<Answer> defragment(String clientUrl, long millis, long patience) {
    return ask(clientUrl, new Call.Defragment(millis), patience, answer -> answer);
  }

  /** Drops the history up to a revision, and waits until its pages are free. */
  Reply<Answer> compact(String clientUrl, long revision, long patience) {
    return ask(clientUrl, new Call.Compact(revision), patience, answer -> answer);
  }

  /** Disarms NOSPACE of every member that raised it; how many there were. */
  Reply<Integer> disarmNoSpace(String clientUrl) {
    return ask(
        clientUrl,
        new Call.DisarmNoSpace(),
        CHANGE_MILLIS,
        answer -> ((Answer.Disarmed) answer).members());
  }

  /** The hash of an endpoint's keys at a revision. */
  Reply<Answer.Hashed> hash(String clientUrl, long revision) {
    return ask(clientUrl, new Call.Hash(revision), CHANGE_MILLIS, answer -> (Answer.Hashed) answer);
  }

  /** Users and roles, as a quorum has confirmed them; what is asked is not told, for passwords. */
  Reply<AuthStore> readAuth(String clientUrl, AuthRead read) {
    return ask(
        clientUrl,
        "reads " + read.getClass().getSimpleName(),
        new Call.ReadAuth(read),
        CHANGE_MILLIS,
        answer -> ((Answer.Auth) answer).store());
  }

  /** Changes users or roles. */
  Reply<Boolean> changeAuth(String clientUrl, String what, Call call) {
    return ask(clientUrl, what, call, CHANGE_MILLIS, answer -> true);
  }

  @Override
  public Reply<Boolean> accessControlOn(String clientUrl) {
    return ask(
        clientUrl,
        new Call.ReadAuth(new AuthRead.Status()),
        READ_MILLIS,
        answer -> ((Answer.Auth) answer).store().enabled());
  }

  @Override
  public Reply<Long> authRevision(String clientUrl) {
    return ask(
        clientUrl,
        new Call.AuthRevision(),
        READ_MILLIS,
        answer -> ((Answer.Auth) answer).store().revision());
  }

  /** A snapshot of an endpoint's keys, as it has them. */
  Reply<SavedSnapshot> save(String clientUrl) {
    return ask(
        clientUrl, new Call.Save(), CHANGE_MILLIS, answer -> ((Answer.Saved) answer).snapshot());
  }

  @Override
  public Reply<Map<MemberId, Long>> receivedBytes(String clientUrl) {
    return ask(clientUrl, new Call.Status(), READ_MILLIS, answer -> received.apply(clientUrl));
  }
}
