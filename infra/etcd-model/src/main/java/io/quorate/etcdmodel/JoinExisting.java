package io.quorate.etcdmodel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** How a process joins a cluster that exists, once a peer told who its members are. */
final class JoinExisting {
  private final ModelProcess process;
  private final ProcessSpec spec;

  JoinExisting(ModelProcess process) {
    this.process = process;
    this.spec = process.spec();
  }

  void join(Optional<ServerStart.Told> told) {
    if (told.filter(t -> !t.members().isEmpty()).isEmpty()) {
      process.exit(
          1,
          "cannot fetch cluster info from peer urls: could not retrieve cluster information from"
              + " the given URLs");
      return;
    }
    List<Member> there = told.get().members();
    Optional<Member> own =
        there.stream().filter(m -> m.peerUrl().equals(spec.peerUrl())).findFirst();
    boolean same = there.stream().allMatch(m -> spec.initialCluster().containsValue(m.peerUrl()));
    if (there.size() != spec.initialCluster().size() || !same || own.isEmpty()) {
      process.exit(
          1, "error validating peerURLs " + there + ": member count is unequal or no match found");
      return;
    }
    Deque<String> others = new ArrayDeque<>();
    there.stream().map(Member::peerUrl).filter(u -> !u.equals(spec.peerUrl())).forEach(others::add);
    versions(others, new ArrayDeque<>(others), () -> joined(told.get(), own.get(), there));
  }

  private void joined(ServerStart.Told told, Member own, List<Member> there) {
    EtcdDisk disk = new EtcdDisk(told.cluster(), own.id(), new RaftLog());
    spec.directory().hold(disk);
    process.serveOn(disk);
    process.server().ifPresent(s -> s.peers.remotes(there));
  }

  /** Every other member is asked for its version; one that is frozen keeps the joiner waiting. */
  private void versions(Deque<String> rest, Deque<String> all, Runnable then) {
    String url = rest.poll();
    if (url == null) {
      downgrade(all, then);
      return;
    }
    process
        .world()
        .<Boolean>patiently(
            spec.peerUrl(),
            url,
            dialMillis(),
            (peer, reply) -> reply.accept(true),
            result -> process.whenAwake(() -> versions(rest, all, then)));
  }

  /** Then, one after the other, for a linearizable answer: without a quorum that takes long. */
  private void downgrade(Deque<String> rest, Runnable then) {
    String url = rest.poll();
    if (url == null) {
      then.run();
      return;
    }
    process
        .world()
        .<Boolean>patiently(
            spec.peerUrl(),
            url,
            dialMillis(),
            (peer, reply) ->
                peer.server()
                    .ifPresent(s -> s.calls.reads.read(error -> reply.accept(error.isEmpty()))),
            result ->
                process.whenAwake(
                    () -> {
                      if (result instanceof EtcdWorld.Exchange.Got<Boolean> got && got.value()) {
                        then.run();
                      } else {
                        downgrade(rest, then);
                      }
                    }));
  }

  private long dialMillis() {
    return 1_000 + spec.timing().electionMillis();
  }
}
