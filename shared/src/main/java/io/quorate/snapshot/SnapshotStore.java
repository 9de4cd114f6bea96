package io.quorate.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** The port to one cluster's snapshots in the bucket, with their files. */
public interface SnapshotStore extends SnapshotObjects {
  /**
   * Uploads a file in parts, with at most three of them in memory, unless its key exists. What is
   * left of an upload that fails is aborted.
   *
   * @param key its whole key in the bucket
   * @param data what is uploaded, read once
   * @param progress told the bytes that are in the bucket, after each part
   * @return its size in bytes
   * @throws IOException when {@code data} could not be read
   */
  long upload(String key, InputStream data, LongConsumer progress) throws IOException;

  /**
   * Whether an object stands under this key. Without the right to list, S3 does not tell whether an
   * object is missing: it then counts as missing.
   *
   * @param key its whole key in the bucket
   */
  boolean exists(String key);

  /**
   * Downloads a file.
   *
   * @param key its whole key in the bucket
   * @param target where to; overwritten
   * @param progress told the bytes so far
   * @return SHA-256 of what was received, in hex
   * @throws IOException when {@code target} could not be written
   */
  String download(String key, Path target, LongConsumer progress) throws IOException;
}
