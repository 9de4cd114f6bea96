package io.quorate.etcdmodel;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.EtcdIds;
import io.quorate.model.MemberId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * How a process begins (etcdserver's {@code NewServer}).
 *
 * <ol>
 *   <li>A directory with a log is resumed, whatever the flags say.
 *   <li>State {@code existing}: the first listed peer that answers tells the members; the listed
 *       peer URLs must be the same; the own id is the one at the own URL.
 *   <li>State {@code new}: refused if a listed peer answers and knows this member as started;
 *       otherwise ids are hashed and the log begins with everyone listed.
 * </ol>
 */
final class ServerStart {
  private static final long ASK_NEW_MILLIS = 1_000;
  private static final long ASK_EXISTING_MILLIS = 10_000;
  private final ModelProcess process;
  private final ProcessSpec spec;

  /** What a peer answers about its cluster. */
  record Told(EtcdClusterId cluster, List<Member> members) {}

  ServerStart(ModelProcess process) {
    this.process = process;
    this.spec = process.spec();
  }

  void run() {
    if (spec.directory().isCorrupt()) {
      process.exit(2, "panic: failed to read WAL: walpb: crc mismatch");
      return;
    }
    if (spec.directory().isFull()) {
      process.exit(1, "cannot write to member directory: no space left on device");
      return;
    }
    Optional<EtcdDisk> content = spec.directory().content();
    if (content.isPresent()) {
      resume(content.get());
    } else {
      ask(peerUrls(), spec.existing() ? new JoinExisting(process)::join : this::found);
    }
  }

  private void resume(EtcdDisk disk) {
    if (spec.forceNewCluster()) {
      ForceNewCluster.rewrite(disk, spec.peerUrl());
    }
    process.serveOn(disk);
  }

  private Deque<String> peerUrls() {
    return new ArrayDeque<>(
        spec.initialCluster().entrySet().stream()
            .filter(e -> !e.getKey().equals(spec.name()))
            .map(Map.Entry::getValue)
            .sorted()
            .toList());
  }

  private void ask(Deque<String> urls, Consumer<Optional<Told>> then) {
    String url = urls.poll();
    if (url == null) {
      then.accept(Optional.empty());
      return;
    }
    EtcdWorld world = process.world();
    long patience = spec.existing() ? ASK_EXISTING_MILLIS : ASK_NEW_MILLIS;
    world.<Told>exchange(
        spec.peerUrl(),
        url,
        world.now() + patience,
        (peer, reply) -> peer.server().ifPresent(s -> reply.accept(s.told())),
        result ->
            process.whenAwake(
                () -> {
                  switch (result) {
                    case EtcdWorld.Exchange.Got<Told> got -> then.accept(Optional.of(got.value()));
                    case EtcdWorld.Exchange.Refused<Told> refused -> ask(urls, then);
                    case EtcdWorld.Exchange.Silence<Told> silence -> ask(urls, then);
                  }
                }));
  }

  private void found(Optional<Told> told) {
    SortedMap<String, MemberId> ids = ModelDirectory.ids(spec.initialCluster(), spec.token());
    Optional<MemberId> own = Optional.ofNullable(ids.get(spec.name()));
    if (own.isEmpty()) {
      process.exit(1, "couldn't find local name \"" + spec.name() + "\" in the initial cluster");
      return;
    }
    boolean begun =
        told.stream()
            .flatMap(t -> t.members().stream())
            .anyMatch(m -> m.id().equals(own.get()) && !m.clientUrl().isEmpty());
    if (begun) {
      process.exit(1, "member " + own.get() + " has already been bootstrapped");
      return;
    }
    List<Entry> entries = new ArrayList<>();
    for (MemberId id : ids.values().stream().sorted().toList()) {
      String url =
          ids.entrySet().stream()
              .filter(e -> e.getValue().equals(id))
              .map(e -> spec.initialCluster().getOrDefault(e.getKey(), ""))
              .findFirst()
              .orElse("");
      entries.add(new Entry(1, entries.size() + 1L, new Payload.Add(0, id, url, false)));
    }
    RaftLog log = new RaftLog();
    log.append(entries);
    EtcdDisk disk = new EtcdDisk(EtcdIds.clusterId(ids.values()), own.get(), log);
    disk.term = 1;
    disk.savedCommit = entries.size();
    spec.directory().hold(disk);
    process.serveOn(disk);
  }
}
