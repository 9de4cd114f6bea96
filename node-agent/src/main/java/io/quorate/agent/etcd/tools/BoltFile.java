package io.quorate.agent.etcd.tools;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file of etcd's database, which bolt writes. Of one whose beginning it could not read etcd
 * says what it says of garbage, so that the agent looks itself before it calls the data damaged.
 */
public final class BoltFile {
  private static final int MAGIC = 0xED0CDAED;
  private static final int MAGIC_AT = 16;
  private static final int PAGE_MIN = 1024;
  private static final int PAGE_SIZES = 15;

  private BoltFile() {}

  /** Where etcd keeps it inside its data directory. */
  public static Path in(Path dataDir) {
    return dataDir.resolve("member").resolve("snap").resolve("db");
  }

  /**
   * Whether the file can be read and neither of its two heads, the second of which may stand after
   * a first page of any size, begins as bolt's does.
   *
   * @throws IOException when it cannot be read: then nothing is told of its data
   */
  public static boolean isGarbage(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() == 0 || isHead(channel, 0)) {
        return false;
      }
      for (int size = 0; size < PAGE_SIZES; size++) {
        if (isHead(channel, (long) PAGE_MIN << size)) {
          return false;
        }
      }
      return true;
    }
  }

  private static boolean isHead(FileChannel channel, long page) throws IOException {
    ByteBuffer found = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    long at = page + MAGIC_AT;
    while (found.hasRemaining()) {
      if (channel.read(found, at + found.position()) < 0) {
        return false;
      }
    }
    return found.flip().getInt() == MAGIC;
  }
}
