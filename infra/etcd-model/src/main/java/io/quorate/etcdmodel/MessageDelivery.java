package io.quorate.etcdmodel;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How raft's messages travel to another member. All but one are sent and forgotten, and lost on one
 * that has not yet begun to serve; a raft snapshot is a request of its own, and the leader is told
 * how it went (etcd's snapshotSender), for it sends that member nothing else meanwhile.
 */
final class MessageDelivery {
  private static final long SNAPSHOT_MILLIS = 10_000;

  private final Server server;
  private final Member sender;
  private final EtcdClusterId cluster;

  MessageDelivery(Server server) {
    this.server = server;
    this.cluster = server.disk.clusterId;
    this.sender = new Member(server.disk.memberId, server.process.spec().peerUrl(), "", "", false);
  }

  void send(Message message, String url) {
    EtcdWorld world = server.process.world();
    if (message.kind() != Message.Kind.SNAPSHOT) {
      world.send(
          sender.peerUrl(),
          url,
          there ->
              there
                  .filter(p -> p.server().isPresent())
                  .ifPresent(p -> p.receive(() -> deliver(p, message, taken -> {}))));
      return;
    }
    world.<Boolean>exchange(
        sender.peerUrl(),
        url,
        server.now() + SNAPSHOT_MILLIS,
        (peer, reply) -> deliver(peer, message, reply),
        result -> server.process.whenAwake(() -> snapshotSent(message.to(), result)));
  }

  private void deliver(ModelProcess to, Message message, Consumer<Boolean> reply) {
    Optional<Server> meant =
        to.server()
            .filter(s -> s.disk.clusterId.equals(cluster))
            .filter(s -> s.disk.memberId.equals(message.to()));
    meant.ifPresent(s -> s.arrived(message, sender));
    reply.accept(meant.isPresent());
  }

  private void snapshotSent(MemberId to, EtcdWorld.Exchange<Boolean> result) {
    boolean taken = result instanceof EtcdWorld.Exchange.Got<Boolean> got && got.value();
    server.raft.leading.snapshotSent(to, taken);
  }
}
