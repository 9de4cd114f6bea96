package io.quorate.etcdmodel;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The connections to the other members (etcd's rafthttp). A peer is reached at its URL, whoever
 * listens there: cluster id and member ids are compared, and a removed member is told so.
 */
final class Peers {
  private static final long ADVANCE_WITHIN_MILLIS = 5_000;

  private final Server server;
  private final PeerConnector dialling;
  private final MessageDelivery posting;
  private final SortedMap<MemberId, Link> links = new TreeMap<>();
  private final Map<MemberId, String> remotes = new TreeMap<>();
  private boolean advanced;
  private final long startedAt;

  Peers(Server server) {
    this.server = server;
    this.dialling = new PeerConnector(server, this);
    this.posting = new MessageDelivery(server);
    this.startedAt = server.now();
  }

  /** Whether this is the connection with its member still. */
  boolean has(Link link) {
    return links.get(link.id) == link;
  }

  void begin() {
    follow();
  }

  /** Members known before any is applied: those the joiner was told. */
  void remotes(Collection<Member> members) {
    members.forEach(this::met);
  }

  void met(Member member) {
    if (!links.containsKey(member.id()) && !member.id().equals(server.disk.memberId)) {
      remotes.put(member.id(), member.peerUrl());
    }
  }

  /** Connects to the members applied, and to nobody else. */
  void follow() {
    links.keySet().removeIf(id -> !server.applied.members().containsKey(id));
    for (Member member : server.applied.members().values()) {
      Link known = links.get(member.id());
      if (known != null) {
        known.url = member.peerUrl();
      } else if (!member.id().equals(server.disk.memberId)) {
        Link link = new Link(member.id(), member.peerUrl());
        links.put(member.id(), link);
        dialling.dial(link);
      }
    }
  }

  void active(Link link) {
    link.lastHeard = server.now();
    if (link.activeSince.isEmpty()) {
      link.activeSince = Optional.of(server.now());
      advanceElection();
    }
  }

  /** As etcd does: with more than one active peer, soon after the start, an election may come. */
  private void advanceElection() {
    if (!advanced && activeSince().size() > 1 && server.now() - startedAt < ADVANCE_WITHIN_MILLIS) {
      advanced = true;
      Timing timing = server.process.spec().timing();
      server.raft.election.hasten(timing.electionMillis() - 2 * timing.heartbeatMillis());
    }
  }

  PeerConnector.Probed dialled(Member by, EtcdClusterId cluster, MemberId meant) {
    if (!cluster.equals(server.disk.clusterId)) {
      return PeerConnector.Probed.STRANGER;
    }
    if (server.applied.removed().contains(by.id())) {
      return PeerConnector.Probed.REMOVED;
    }
    Link link = links.get(by.id());
    if (link == null) {
      met(by);
      return PeerConnector.Probed.STRANGER;
    }
    if (!meant.equals(server.disk.memberId)) {
      return PeerConnector.Probed.STRANGER;
    }
    link.dialsFrom = Optional.of(by.peerUrl());
    active(link);
    return PeerConnector.Probed.WELCOME;
  }

  /** A connection to a URL was closed by its other end. */
  void closed(String url) {
    links.values().stream().filter(l -> l.url.equals(url)).forEach(dialling::closed);
  }

  /**
   * Messages go over the stream that the other one dialled, if it did: a member that is listed at a
   * wrong URL is reached all the same. Only raft's snapshots are posted to the listed URL.
   */
  void send(Message message) {
    boolean posted = message.kind() == Message.Kind.SNAPSHOT;
    Optional<String> url =
        Optional.ofNullable(links.get(message.to()))
            .map(l -> posted ? l.url : l.dialsFrom.orElse(l.url))
            .or(() -> Optional.ofNullable(remotes.get(message.to())));
    url.ifPresent(u -> posting.send(message, u));
  }

  /** Since when a member is connected; empty when it is not. */
  Optional<Long> activeSince(MemberId member) {
    Link link = links.get(member);
    return link == null ? Optional.empty() : link.activeSince;
  }

  SortedMap<MemberId, Long> activeSince() {
    SortedMap<MemberId, Long> active = new TreeMap<>();
    links.values().forEach(l -> l.activeSince.ifPresent(since -> active.put(l.id, since)));
    return active;
  }

  Optional<MemberId> longestConnected(Collection<MemberId> among) {
    return links.values().stream()
        .filter(l -> among.contains(l.id) && l.activeSince.isPresent())
        .min(
            (a, b) ->
                Long.compare(
                    a.activeSince.orElse(Long.MAX_VALUE), b.activeSince.orElse(Long.MAX_VALUE)))
        .map(l -> l.id);
  }

  /** Where the peers of a member reach it. */
  Optional<String> urlOf(MemberId member) {
    return Optional.ofNullable(links.get(member)).map(l -> l.url);
  }
}
