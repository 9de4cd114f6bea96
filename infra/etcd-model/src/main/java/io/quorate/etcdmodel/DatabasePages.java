package io.quorate.etcdmodel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The pages of the database's file: those in use, and those that are free. The file never becomes
 * smaller but by a defragmentation; at its quota the member raises NOSPACE, and nothing is written
 * any more until that is disarmed.
 */
final class DatabasePages {
  /** What the newest values take. */
  private static final long LIVE_BYTES = 64L * 1024 * 1024;

  private static final long FREED_AFTER_MILLIS = 700;

  private final Server server;
  private final Deque<Runnable> freed = new ArrayDeque<>();
  private boolean raising;

  DatabasePages(Server server) {
    this.server = server;
  }

  long inUseBytes() {
    return LIVE_BYTES + server.applied.historyBytes() + server.disk.pendingBytes;
  }

  long sizeBytes() {
    return inUseBytes() + server.disk.freeBytes;
  }

  /** How much history fills it. */
  long room() {
    return quotaBytes() - LIVE_BYTES;
  }

  long quotaBytes() {
    return server.process.spec().timing().quotaBytes();
  }

  /** A compaction that was not ended goes on. */
  void begin() {
    if (server.disk.pendingBytes > 0) {
      freeSoon();
    }
  }

  /** A compaction dropped so much, and frees it after a while. */
  void free(long bytes) {
    if (bytes > 0) {
      server.disk.pendingBytes = bytes;
      freeSoon();
    }
  }

  private void freeSoon() {
    server
        .process
        .world()
        .at(server.now() + FREED_AFTER_MILLIS, () -> server.process.whenAwake(this::frees));
  }

  private void frees() {
    server.disk.freeBytes = Math.max(server.disk.freeBytes, server.disk.pendingBytes);
    server.disk.pendingBytes = 0;
    while (!freed.isEmpty()) {
      freed.remove().run();
    }
  }

  /** Does something once no compaction is under way. */
  void whenFreed(Runnable then) {
    if (server.disk.pendingBytes == 0) {
      then.run();
    } else {
      freed.add(then);
    }
  }

  /** The file is written anew without the free pages. */
  void defragmented() {
    server.disk.freeBytes = 0;
    server.disk.defragmented++;
  }

  /** The leader's file came, with its free pages. */
  void received() {
    server.disk.pendingBytes = 0;
    server.disk.freeBytes = server.applied.freeBytes();
  }

  /** Whether a write is refused before it is proposed; the alarm is raised for it. */
  boolean full() {
    if (sizeBytes() >= quotaBytes()) {
      raise();
      return true;
    }
    return false;
  }

  /** What its client is told of a write that was applied, though the file is at its quota. */
  Optional<String> exceeded(Payload payload) {
    return payload instanceof Payload.Put && full()
        ? Optional.of(EtcdError.NO_SPACE)
        : Optional.empty();
  }

  private void raise() {
    if (!raising && !server.applied.noSpace().contains(server.disk.memberId)) {
      raising = true;
      server.calls.proposals.propose(
          new Payload.RaiseNoSpace(server.process.world().nextId(), server.disk.memberId),
          server.now() + server.process.spec().timing().requestMillis(),
          error -> raising = false);
    }
  }
}
