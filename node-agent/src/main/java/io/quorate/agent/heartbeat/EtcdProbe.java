package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.agent.supervision.Supervisor;
import io.quorate.model.MemberId;
import io.quorate.state.AccessRefused;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import io.quorate.state.ProcessState;
import io.quorate.state.Watermark;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks at the own etcd and, through their client URLs, at the other members; keeps the watermark.
 *
 * <p>A committed index that a status shows is durable in the own log once a linearizable call that
 * began after it has been answered by the same etcd: its raft loop handles one Ready after the
 * other and saves each before the next, and the answer comes with a later one than the index did.
 *
 * <p>After a member list that changed the status is asked for again, and that one is reported: the
 * list holds every change up to the watermark and none past the reported raft index ({@link
 * io.quorate.state.ProvenMembership}). Without that second answer nothing is proven. A list that is
 * the one of the look before needs none: no member list ever comes back, so it holds no newer
 * change.
 */
public final class EtcdProbe {
  private final NodeDescription self;
  private final JournalStore journalStore;
  private final EtcdApi etcd;
  private final Supervisor supervisor;
  private final PeerSilenceTimer silence = new PeerSilenceTimer();
  private final RaftTrafficMonitor raftTraffic = new RaftTrafficMonitor();
  private final PeerContacts contacts = new PeerContacts();
  private Optional<ListedMembers> lastListing = Optional.empty();
  private Optional<AccessRefused> lastRefused = Optional.empty();
  private List<PeerView> lastPeers = List.of();
  private boolean answeredOnce;
  private long peersAt = Long.MIN_VALUE;
  private Optional<String> trouble = Optional.empty();

  /** Looks with these. */
  public EtcdProbe(
      NodeDescription self, JournalStore journalStore, EtcdApi etcd, Supervisor supervisor) {
    this.self = self;
    this.journalStore = journalStore;
    this.etcd = etcd;
    this.supervisor = supervisor;
  }

  /**
   * Looks once.
   *
   * @param nowMillis monotonic milliseconds
   * @param thorough whether to prove the quorum and ask every peer; otherwise the own etcd is asked
   *     how it is, and for a proof only where its log has grown; who leads asks its peers always,
   *     for it is the first that can tell of a silent one
   */
  public ProbeResult look(long nowMillis, boolean thorough) {
    ProcessState process = supervisor.state();
    if (process == ProcessState.STOPPED || process == ProcessState.BACKING_OFF) {
      answeredOnce = false;
      lastRefused = Optional.empty();
      raftTraffic.forget();
      return new ProbeResult(
          process,
          supervisor.verdict(),
          supervisor.lastExit(),
          supervisor.runs(),
          Optional.empty(),
          Optional.empty(),
          List.of());
    }
    String own = self.endpoints().clientUrl();
    Optional<JournalMember> member = journalStore.current().member();
    Reply<MemberStatus> told = etcd.status(own);
    Optional<MemberStatus> status =
        told.answer().filter(s -> member.filter(m -> is(m, s.memberId())).isPresent());
    if (status.isEmpty()) {
      raftTraffic.forget();
    }
    boolean asks =
        thorough
            || status
                .flatMap(s -> member.map(m -> s.raftIndex() > m.watermark().index()))
                .orElse(false);
    boolean mayAsk = asks && (status.filter(EtcdProbe::mayProve).isPresent() || refused(told));
    Optional<Reply<ListedMembers>> asked = mayAsk ? Optional.of(etcd.list(own)) : Optional.empty();
    if (asks) {
      lastRefused = refused(told, asked);
    }
    Optional<ListedMembers> listing =
        status.flatMap(s -> asks ? asked.flatMap(Reply::answer) : lastListing);
    Optional<MemberStatus> after =
        asks && !listing.equals(lastListing)
            ? listing.flatMap(l -> etcd.status(own).answer()).filter(s -> same(s, status))
            : status;
    listing.ifPresent(l -> lastListing = Optional.of(l));
    if (thorough || status.filter(MemberStatus::leads).isPresent()) {
      lookAtPeers(status, nowMillis);
    }
    listing.ifPresent(l -> learn(member.orElseThrow(), status.orElseThrow(), l));
    boolean answers = status.isPresent() || refused(told);
    answeredOnce |= answers;
    return new ProbeResult(
        running(answers),
        supervisor.verdict(),
        supervisor.lastExit(),
        supervisor.runs(),
        after.or(() -> status),
        after.flatMap(s -> listing),
        lastPeers,
        answers ? lastRefused : Optional.empty());
  }

  private static boolean refused(Reply<?> reply) {
    return reply instanceof Reply.Refused<?> refused && refused.why() == Refusal.AUTH;
  }

  /**
   * Whether access control refuses the agent. A status is refused at once, quorum or not; the
   * refusal of a read or a list, and that alone, proves a quorum.
   */
  private static Optional<AccessRefused> refused(
      Reply<MemberStatus> status, Optional<Reply<ListedMembers>> list) {
    return list.filter(EtcdProbe::refused)
        .map(reply -> new AccessRefused(words(reply), true))
        .or(
            () ->
                list.flatMap(Reply::answer)
                    .flatMap(ListedMembers::readRefused)
                    .map(words -> new AccessRefused(words, true)))
        .or(
            () ->
                refused(status)
                    ? Optional.of(new AccessRefused(words(status), false))
                    : Optional.empty());
  }

  private static String words(Reply<?> reply) {
    return reply instanceof Reply.Refused<?> refused ? refused.detail() : reply.words();
  }

  /**
   * Without a leader a linearizable call times out and proves nothing. A node that has lost its
   * quorum would then report, and learn that it is to be fenced, only every few seconds.
   */
  private static boolean mayProve(MemberStatus status) {
    return !status.learner() && status.leader().isPresent();
  }

  private static boolean same(MemberStatus after, Optional<MemberStatus> before) {
    return before.map(MemberStatus::memberId).equals(Optional.of(after.memberId()));
  }

  /**
   * Asks the peers at most once per tick, even if one tick looks twice: a peer that hangs costs a
   * whole time-out each time.
   */
  private void lookAtPeers(Optional<MemberStatus> own, long now) {
    if (own.isEmpty() || lastListing.isEmpty()) {
      lastPeers = List.of();
    } else if (peersAt != now) {
      peersAt = now;
      lastPeers = peers(lastListing.get(), own.get(), now);
    }
  }

  private ProcessState running(boolean answers) {
    if (answers) {
      return ProcessState.ANSWERING;
    }
    return answeredOnce ? ProcessState.UNRESPONSIVE : ProcessState.STARTING;
  }

  private static boolean is(JournalMember member, MemberId id) {
    return member.identity().memberId().equals(id);
  }

  private List<PeerView> peers(ListedMembers listing, MemberStatus own, long now) {
    Map<String, MemberId> byUrl = new HashMap<>();
    for (ListedMembers.Listed member : listing.members()) {
      if (!member.entry().id().equals(own.memberId())) {
        member.clientUrls().stream().findFirst().ifPresent(u -> byUrl.put(u, member.entry().id()));
      }
    }
    Set<MemberId> others =
        listing.members().stream()
            .map(m -> m.entry().id())
            .filter(id -> !id.equals(own.memberId()))
            .collect(Collectors.toSet());
    Set<MemberId> answering = answering(byUrl);
    // The page of raft counters is long, and is read only if a peer does not answer. A peer without
    // a counter counts as heard: silence must be observed, never assumed (I7).
    Optional<Map<MemberId, Long>> bytes =
        answering.containsAll(others)
            ? Optional.empty()
            : etcd.receivedBytes(self.endpoints().clientUrl()).answer();
    Set<MemberId> connected =
        bytes.flatMap(counters -> raftTraffic.hear(own, counters, now)).orElse(others);
    Set<MemberId> speaking = new HashSet<>(answering);
    speaking.addAll(connected);
    silence.looked(others, speaking, now);
    contacts.looked(others, answering, bytes);
    return listing.members().stream()
        .map(ListedMembers.Listed::entry)
        .filter(entry -> others.contains(entry.id()))
        .map(entry -> view(entry, answering.contains(entry.id()), connected.contains(entry.id())))
        .toList();
  }

  private PeerView view(MemberEntry entry, boolean answers, boolean connected) {
    MemberId id = entry.id();
    long silent = answers ? 0 : Math.max(1, silence.of(id));
    return entry.started()
        ? new PeerView(id, silent, connected)
        : new PeerView(id, silent, connected, contacts.with(id));
  }

  private Set<MemberId> answering(Map<String, MemberId> byUrl) {
    Set<MemberId> answering = new HashSet<>();
    etcd.statuses(byUrl.keySet())
        .forEach(
            (url, reply) ->
                reply
                    .answer()
                    .map(MemberStatus::memberId)
                    .filter(id -> id.equals(byUrl.get(url)))
                    .ifPresent(answering::add));
    return answering;
  }

  private void learn(JournalMember member, MemberStatus status, ListedMembers listing) {
    Watermark known = member.watermark();
    Watermark proven =
        status.raftIndex() > known.index()
            ? new Watermark(status.raftTerm(), status.raftIndex())
            : known;
    JournalMember learned = member.learned(proven, contacts(listing));
    if (!learned.equals(member) || !servedAsNow()) {
      keep(member, learned, status.revision());
    }
  }

  private boolean servedAsNow() {
    AgentJournal journal = journalStore.current();
    return journal.edit().served().done().equals(journal);
  }

  /**
   * If the disk does not store it, the watermark stays unchanged, also in the row, which reports
   * the journalled one. The heartbeat is written all the same.
   */
  private void keep(JournalMember member, JournalMember learned, long revision) {
    try {
      journalStore.change(
          edit ->
              journalStore.current().member().filter(member::equals).isPresent()
                  ? edit.memberKnown(learned).revisionSeen(revision).served()
                  : edit);
      trouble = Optional.empty();
    } catch (UncheckedIOException e) {
      trouble = Optional.of("the watermark stands still: " + e.getMessage());
    }
  }

  /** Why the result of the latest look could not be journalled. */
  public Optional<String> trouble() {
    return trouble;
  }

  private List<String> contacts(ListedMembers listing) {
    return listing.members().stream()
        .flatMap(m -> m.clientUrls().stream())
        .filter(url -> !url.equals(self.endpoints().clientUrl()))
        .sorted()
        .toList();
  }
}
