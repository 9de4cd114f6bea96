package io.quorate.etcdmodel;

import java.util.Optional;

/** Applies what raft has committed: keys, members, and raft's own configuration. */
final class CommittedApplier {
  private final Server server;
  private boolean removedSelf;

  CommittedApplier(Server server) {
    this.server = server;
  }

  /** The key store is ahead of the membership: it was synced up to an index of its own. */
  void recoverKeys() {
    long first = server.disk.log.base().index() + 1;
    for (Entry entry : server.disk.log.slice(first, server.disk.backendIndex)) {
      // Of what was refused when it was applied, nothing is kept.
      if (server.applied.refusal(entry.payload()).isEmpty()) {
        server.applied.store(entry.payload());
      }
    }
  }

  /** The state as it is applied. */
  RaftSnapshot snapshot() {
    server.applied.freeBytes(server.disk.freeBytes);
    return new RaftSnapshot(
        server.raft.applied,
        server.disk.log.term(server.raft.applied).orElse(server.raft.term()),
        server.raft.voting,
        server.applied);
  }

  /** Whether there was anything to apply. */
  boolean applyAll() {
    boolean any = false;
    Optional<RaftSnapshot> restored = server.raft.takeRestored();
    if (restored.isPresent()) {
      server.applied = restored.get().state().copy();
      server.disk.backendIndex = restored.get().index();
      server.pages.received();
      server.peers.follow();
      any = true;
    }
    for (Optional<Entry> next = server.raft.nextCommitted();
        next.isPresent();
        next = server.raft.nextCommitted()) {
      apply(next.get());
      any = true;
    }
    if (server.raft.applied - server.disk.log.base().index()
        > server.process.spec().timing().snapshotCount()) {
      server.disk.log.compact(snapshot(), server.process.spec().timing().catchUpEntries());
    }
    return any;
  }

  private void apply(Entry entry) {
    Payload payload = entry.payload();
    Optional<String> refusal = server.applied.refusal(payload);
    if (refusal.isEmpty()) {
      if (entry.index() > server.disk.backendIndex) {
        server.pages.free(server.applied.store(payload));
        refusal = server.pages.exceeded(payload);
      }
      server.applied.change(payload);
      configure(payload);
    }
    if (entry.index() > server.disk.backendIndex) {
      server.disk.applied(entry.index(), server.now());
    }
    server.calls.proposals.applied(payload, refusal);
  }

  private void configure(Payload payload) {
    switch (payload) {
      case Payload.Add add -> changed(server.raft.voting.with(add.member(), add.learner()));
      case Payload.Promote promote -> changed(server.raft.voting.with(promote.member(), false));
      case Payload.Remove remove -> {
        RaftConfig without = server.raft.voting.without(remove.member());
        if (without.voters().isEmpty()) {
          throw new RaftPanic("removed all voters");
        }
        changed(without);
        if (remove.member().equals(server.disk.memberId) && !removedSelf) {
          removedSelf = true;
          server.process.removed();
        }
      }
      case Payload.Update update -> server.peers.follow();
      case Payload.Nothing nothing -> {}
      case Payload.Put put -> {}
      case Payload.Attributes attributes -> {}
      case Payload.Fill fill -> {}
      case Payload.Compact compact -> {}
      case Payload.RaiseNoSpace raise -> {}
      case Payload.DisarmNoSpace disarm -> {}
      case Payload.ChangeAuth change -> {}
      case Payload.SetPassword set -> {}
      case Payload.ReadAuth read -> {}
    }
  }

  private void changed(RaftConfig voting) {
    server.raft.changed(voting);
    server.peers.follow();
  }
}
