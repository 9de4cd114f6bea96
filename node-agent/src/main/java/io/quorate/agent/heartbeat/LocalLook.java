package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.JournalBook;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.Self;
import io.quorate.agent.execution.Watermark;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.Listing;
import io.quorate.agent.port.Reply;
import io.quorate.agent.supervision.Supervisor;
import io.quorate.model.MemberId;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import io.quorate.state.ProcessState;
import java.util.ArrayList;
import java.util.HashMap;
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
 */
public final class LocalLook {
  private final Self self;
  private final JournalBook book;
  private final EtcdApi etcd;
  private final Supervisor supervisor;
  private final Map<MemberId, Long> answeredAt = new HashMap<>();
  private final RaftEar ear = new RaftEar();
  private Optional<Listing> lastListing = Optional.empty();
  private List<PeerView> lastPeers = List.of();
  private boolean answeredOnce;

  /** Looks with these. */
  public LocalLook(Self self, JournalBook book, EtcdApi etcd, Supervisor supervisor) {
    this.self = self;
    this.book = book;
    this.etcd = etcd;
    this.supervisor = supervisor;
  }

  /**
   * Looks once.
   *
   * @param nowMillis monotonic milliseconds
   * @param thorough whether to prove the quorum and ask every peer; otherwise the own etcd is asked
   *     how it is, and for a proof only where its log has grown
   */
  public LocalView look(long nowMillis, boolean thorough) {
    ProcessState process = supervisor.state();
    if (process == ProcessState.STOPPED || process == ProcessState.BACKING_OFF) {
      answeredOnce = false;
      return new LocalView(
          process, supervisor.lastExit(), Optional.empty(), Optional.empty(), List.of());
    }
    String own = self.endpoints().clientUrl();
    Optional<JournalMember> member = book.current().member();
    Optional<MemberStatus> status =
        etcd.status(own).answer().filter(s -> member.filter(m -> is(m, s.memberId())).isPresent());
    boolean grown =
        status.flatMap(s -> member.map(m -> s.raftIndex() > m.watermark().index())).orElse(false);
    Optional<Listing> listing =
        thorough || grown
            ? status.filter(s -> !s.learner()).flatMap(s -> etcd.list(own).answer())
            : status.flatMap(s -> lastListing);
    listing.ifPresent(l -> lastListing = Optional.of(l));
    if (thorough) {
      lastPeers =
          status
              .flatMap(s -> lastListing)
              .map(l -> peers(l, status.orElseThrow().memberId(), own, nowMillis))
              .orElse(List.of());
    }
    listing.ifPresent(l -> learn(member.orElseThrow(), status.orElseThrow(), l));
    answeredOnce |= status.isPresent();
    return new LocalView(
        running(status.isPresent()), supervisor.lastExit(), status, listing, lastPeers);
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

  private List<PeerView> peers(Listing listing, MemberId ownId, String own, long now) {
    Map<String, MemberId> byUrl = new HashMap<>();
    for (Listing.Listed member : listing.members()) {
      if (!member.entry().id().equals(ownId)) {
        member.clientUrls().stream().findFirst().ifPresent(u -> byUrl.put(u, member.entry().id()));
        answeredAt.putIfAbsent(member.entry().id(), now);
      }
    }
    Map<String, Reply<MemberStatus>> replies = etcd.statuses(byUrl.keySet());
    replies.forEach(
        (url, reply) -> {
          MemberId id = byUrl.get(url);
          if (id != null && reply.answer().filter(s -> s.memberId().equals(id)).isPresent()) {
            answeredAt.put(id, now);
          }
        });
    // What a peer that answers is to raft matters to nobody, and the page with it is long.
    boolean allAnswer =
        byUrl.values().stream().allMatch(id -> answered(id, byUrl, replies))
            && byUrl.size() == listing.members().size() - 1;
    Set<MemberId> everybody =
        listing.members().stream().map(m -> m.entry().id()).collect(Collectors.toSet());
    // Unknown counts as heard: silence must be seen, never supposed (I7).
    Set<MemberId> connected = allAnswer ? everybody : heard(own, now).orElse(everybody);
    List<PeerView> views = new ArrayList<>();
    for (Listing.Listed member : listing.members()) {
      MemberId id = member.entry().id();
      if (!id.equals(ownId)) {
        long silent = now - answeredAt.getOrDefault(id, now);
        boolean answers = answered(id, byUrl, replies);
        views.add(new PeerView(id, answers ? 0 : Math.max(1, silent), connected.contains(id)));
      }
    }
    return views;
  }

  private Optional<Set<MemberId>> heard(String own, long now) {
    return etcd.receivedBytes(own).answer().flatMap(bytes -> ear.hear(bytes, now));
  }

  private static boolean answered(
      MemberId id, Map<String, MemberId> byUrl, Map<String, Reply<MemberStatus>> replies) {
    return replies.entrySet().stream()
        .filter(e -> id.equals(byUrl.get(e.getKey())))
        .anyMatch(e -> e.getValue().answer().filter(s -> s.memberId().equals(id)).isPresent());
  }

  private void learn(JournalMember member, MemberStatus status, Listing listing) {
    Watermark known = member.watermark();
    Watermark proven =
        status.raftIndex() > known.index()
            ? new Watermark(status.raftTerm(), status.raftIndex())
            : known;
    JournalMember learned = member.learned(proven, contacts(listing));
    if (!learned.equals(member)) {
      book.change(
          edit ->
              book.current().member().filter(member::equals).isPresent()
                  ? edit.memberKnown(learned)
                  : edit);
    }
  }

  private List<String> contacts(Listing listing) {
    return listing.members().stream()
        .flatMap(m -> m.clientUrls().stream())
        .filter(url -> !url.equals(self.endpoints().clientUrl()))
        .sorted()
        .toList();
  }
}
