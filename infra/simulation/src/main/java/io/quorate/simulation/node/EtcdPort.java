package io.quorate.simulation.node;

import io.quorate.agent.etcd.EtcdErrors;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.etcdmodel.Answer;
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
  private static final long CHANGE_MILLIS = 8_000;

  private final EtcdWorld world;
  private final String from;
  private final SimTransport wire;
  private final Function<String, Map<MemberId, Long>> received;
  private final Machine machine;

  EtcdPort(
      EtcdWorld world,
      Machine machine,
      SimTransport wire,
      Function<String, Map<MemberId, Long>> received) {
    this.world = world;
    this.from = SimNetwork.client(machine.address());
    this.machine = machine;
    this.wire = wire;
    this.received = received;
  }

  private <T> Reply<T> ask(String url, Call call, long millis, Function<Answer, T> read) {
    CallOutcome outcome =
        wire.<CallOutcome>asked(
            call + " at " + url,
            millis,
            told -> world.call(from, url, call, world.now() + millis, told),
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
    return clientUrl.equals(SimNetwork.clientUrl(machine.address()));
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
    // As good a proof as reading a key, and all keys need not be copied for it.
    long askedAt = world.now();
    Reply<Answer> proof = ask(clientUrl, new Call.Members(true), READ_MILLIS, answer -> answer);
    if (!(proof instanceof Reply.Answered<Answer>)) {
      return proof.map(
          answer -> {
            throw new IllegalStateException("not answered, yet " + answer);
          });
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
