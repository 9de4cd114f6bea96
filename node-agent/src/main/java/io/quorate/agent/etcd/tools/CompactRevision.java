package io.quorate.agent.etcd.tools;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;

/**
 * Up to which revision the keys of a database file are compacted. etcd commits the revision to the
 * bucket {@code meta} before it deletes a key, and goes on with a compaction that a start finds
 * unfinished.
 */
public final class CompactRevision {
  private static final String BUCKET = "meta";
  private static final Set<String> KEYS = Set.of("scheduledCompactRev", "finishedCompactRev");

  private CompactRevision() {}

  /**
   * The revision; zero where the keys were never compacted.
   *
   * @throws IOException when the file cannot be read, or is no database of bolt's
   */
  public static long of(Path database) throws IOException {
    long newest = 0;
    for (BoltBucket.Entry entry : BoltBucket.entries(database, BUCKET)) {
      if (KEYS.contains(new String(entry.key(), StandardCharsets.UTF_8))) {
        newest = Math.max(newest, revision(database, entry));
      }
    }
    return newest;
  }

  private static long revision(Path database, BoltBucket.Entry entry) throws IOException {
    try {
      return ByteBuffer.wrap(entry.value()).getLong();
    } catch (BufferUnderflowException e) {
      throw new IOException(database + " has a revision of too few bytes", e);
    }
  }
}
