package io.quorate.etcdmodel;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.Optional;

/** How a member keeps trying to be connected with another one. */
final class PeerConnector {
  private static final long PROBE_MILLIS = 1_000;
  private static final long DIAL_MILLIS = 2_000;
  private static final long REDIAL_MILLIS = 200;
  private static final long KEEPALIVE_MILLIS = 300_000;

  private final Server server;
  private final Peers peers;

  /** How another member takes it. */
  enum Probed {
    WELCOME,
    REMOVED,
    STRANGER
  }

  PeerConnector(Server server, Peers peers) {
    this.server = server;
    this.peers = peers;
  }

  private EtcdWorld world() {
    return server.process.world();
  }

  private String ownUrl() {
    return server.process.spec().peerUrl();
  }

  void dial(Link link) {
    long number = ++link.dial;
    EtcdWorld world = world();
    MemberId self = server.disk.memberId;
    EtcdClusterId cluster = server.disk.clusterId;
    Member asSender = new Member(self, ownUrl(), "", "", false);
    world.<Probed>patiently(
        ownUrl(),
        link.url,
        DIAL_MILLIS,
        (peer, reply) ->
            peer.server().ifPresent(s -> reply.accept(s.peers.dialled(asSender, cluster, link.id))),
        result ->
            server.process.whenAwake(
                () -> {
                  if (peers.has(link) && link.dial == number) {
                    dialled(link, result);
                  }
                }));
  }

  private void dialled(Link link, EtcdWorld.Exchange<Probed> result) {
    boolean welcome =
        switch (result) {
          case EtcdWorld.Exchange.Got<Probed> got -> {
            if (got.value() == Probed.REMOVED) {
              server.process.stopRemoved();
            }
            yield got.value() == Probed.WELCOME;
          }
          case EtcdWorld.Exchange.Refused<Probed> refused -> false;
          case EtcdWorld.Exchange.Silence<Probed> silence -> stillConnected(link);
        };
    boolean silent = result instanceof EtcdWorld.Exchange.Silence<Probed>;
    if (welcome && !silent) {
      peers.active(link);
    } else if (!welcome) {
      link.activeSince = Optional.empty();
    }
    again(link, welcome ? PROBE_MILLIS : REDIAL_MILLIS);
  }

  /**
   * Nothing comes any more, and nothing says why. etcd 3.5's read timeout has no effect (its
   * transport sets Dial, which Go ignores beside DialContext): TCP's keepalive ends it at last. A
   * frozen peer answers that, and stays active for ever.
   */
  private boolean stillConnected(Link link) {
    return link.activeSince.isPresent() && server.now() - link.lastHeard < KEEPALIVE_MILLIS;
  }

  /** The other end closed the connection. */
  void closed(Link link) {
    link.activeSince = Optional.empty();
    again(link, REDIAL_MILLIS / 2);
  }

  private void again(Link link, long after) {
    long number = ++link.dial;
    world()
        .at(
            server.now() + after,
            () ->
                server.process.whenAwake(
                    () -> {
                      if (peers.has(link) && link.dial == number) {
                        dial(link);
                      }
                    }));
  }
}
