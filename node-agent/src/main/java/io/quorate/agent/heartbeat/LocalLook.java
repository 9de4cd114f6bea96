package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.AgentJournal;
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

/**
 * Looks at the own etcd and, through their client URLs, at the other members; keeps the watermark:
 * a committed index is durable in the own log once a later status shows a higher one, for the Ready
 * that carried it was saved before.
 */
public final class LocalLook {
  private final Self self;
  private final JournalBook book;
  private final EtcdApi etcd;
  private final Supervisor supervisor;
  private final Map<MemberId, Long> answeredAt = new HashMap<>();
  private Watermark candidate = Watermark.NONE;
  private Optional<Listing> lastListing = Optional.empty();
  private boolean answeredOnce;

  /** Looks with these. */
  public LocalLook(Self self, JournalBook book, EtcdApi etcd, Supervisor supervisor) {
    this.self = self;
    this.book = book;
    this.etcd = etcd;
    this.supervisor = supervisor;
  }

  /** Looks once; time is monotonic milliseconds. */
  public LocalView look(long nowMillis) {
    ProcessState process = supervisor.state();
    if (process == ProcessState.STOPPED || process == ProcessState.BACKING_OFF) {
      answeredOnce = false;
      return new LocalView(
          process, supervisor.lastExit(), Optional.empty(), Optional.empty(), List.of());
    }
    String own = self.endpoints().clientUrl();
    Optional<MemberStatus> status = etcd.status(own).answer().filter(this::mine);
    Optional<Listing> listing =
        status.filter(s -> !s.learner()).flatMap(s -> etcd.list(own).answer());
    listing.ifPresent(l -> lastListing = Optional.of(l));
    List<PeerView> peers =
        status.flatMap(s -> lastListing).map(l -> peers(l, own, nowMillis)).orElse(List.of());
    status.ifPresent(this::learn);
    answeredOnce |= status.isPresent();
    return new LocalView(
        running(status.isPresent()), supervisor.lastExit(), status, listing, peers);
  }

  private ProcessState running(boolean answers) {
    if (answers) {
      return ProcessState.ANSWERING;
    }
    return answeredOnce ? ProcessState.UNRESPONSIVE : ProcessState.STARTING;
  }

  private boolean mine(MemberStatus status) {
    return book.current()
        .member()
        .filter(m -> m.identity().memberId().equals(status.memberId()))
        .isPresent();
  }

  private List<PeerView> peers(Listing listing, String own, long now) {
    Map<String, MemberId> byUrl = new HashMap<>();
    MemberId ownId = book.current().member().orElseThrow().identity().memberId();
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
    Set<MemberId> connected = etcd.activePeers(own);
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

  private static boolean answered(
      MemberId id, Map<String, MemberId> byUrl, Map<String, Reply<MemberStatus>> replies) {
    return replies.entrySet().stream()
        .filter(e -> id.equals(byUrl.get(e.getKey())))
        .anyMatch(e -> e.getValue().answer().filter(s -> s.memberId().equals(id)).isPresent());
  }

  private void learn(MemberStatus status) {
    AgentJournal journal = book.current();
    JournalMember member = journal.member().orElseThrow();
    Watermark known = member.watermark();
    if (candidate.index() > known.index() && status.raftIndex() > candidate.index()) {
      known = candidate;
    }
    if (status.raftIndex() > candidate.index()) {
      candidate = new Watermark(status.raftTerm(), status.raftIndex());
    }
    List<String> contacts = lastListing.map(this::contacts).orElse(member.contacts());
    JournalMember learned = member.learned(known, contacts);
    if (!learned.equals(member)) {
      book.change(
          edit ->
              book.current()
                      .member()
                      .filter(m -> m.identity().equals(learned.identity()))
                      .isPresent()
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
