package io.quorate.agent.etcd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A database as bolt lays it out: heads in pages 0 and 1, the root in page 2, which names a bucket
 * in page 3, a branch with the leaves 4 and 5.
 */
public final class BoltSample {
  public static final int PAGE = 4096;
  private static final int PAGES = 6;

  private BoltSample() {}

  /** The whole file. */
  public static byte[] whole() {
    ByteBuffer all = ByteBuffer.allocate(PAGE * PAGES).order(ByteOrder.LITTLE_ENDIAN);
    head(all, 0, 7, 2);
    head(all, 1, 6, 2);
    page(all, 2, 0x02, 1);
    leaf(all, 2, 0x01, 16);
    bucketAt(all, 2, 3);
    page(all, 3, 0x01, 2);
    branch(all, 3, 0, 4);
    branch(all, 3, 1, 5);
    page(all, 4, 0x02, 1);
    leaf(all, 4, 0x00, 100);
    page(all, 5, 0x02, 0);
    return all.array();
  }

  /** The same with a page of zeros. */
  public static byte[] zeroed(byte[] database, int page) {
    byte[] damaged = database.clone();
    Arrays.fill(damaged, page * PAGE, (page + 1) * PAGE, (byte) 0);
    return damaged;
  }

  private static void head(ByteBuffer all, int page, long transaction, long root) {
    int at = page * PAGE + 16;
    all.putInt(at, 0xED0CDAED).putInt(at + 4, 2).putInt(at + 8, PAGE);
    all.putLong(at + 16, root).putLong(at + 32, -1).putLong(at + 40, PAGES);
    all.putLong(at + 48, transaction);
    long sum = 0xcbf29ce484222325L;
    for (int i = 0; i < 56; i++) {
      sum = (sum ^ (all.get(at + i) & 0xff)) * 0x100000001b3L;
    }
    all.putLong(at + 56, sum);
  }

  private static void page(ByteBuffer all, int id, int kind, int count) {
    all.putLong(id * PAGE, id).putShort(id * PAGE + 8, (short) kind);
    all.putShort(id * PAGE + 10, (short) count);
  }

  /** One element with a key of 4 bytes that follows it. */
  private static void leaf(ByteBuffer all, int id, int flags, int valueBytes) {
    int at = id * PAGE + 16;
    all.putInt(at, flags).putInt(at + 4, 16).putInt(at + 8, 4).putInt(at + 12, valueBytes);
  }

  private static void bucketAt(ByteBuffer all, int id, long root) {
    all.putLong(id * PAGE + 16 + 16 + 4, root);
  }

  private static void branch(ByteBuffer all, int id, int element, long child) {
    int at = id * PAGE + 16 + element * 16;
    all.putInt(at, 100).putInt(at + 4, 4).putLong(at + 8, child);
  }
}
