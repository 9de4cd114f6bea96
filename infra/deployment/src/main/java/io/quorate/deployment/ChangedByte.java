package io.quorate.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.Instances;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One byte of a value that a disk gives back otherwise than it was written. etcd does not notice:
 * it has no sum over the pages of its database.
 */
public final class ChangedByte {
  private ChangedByte() {}

  /**
   * Kills agent and etcd of an instance, changes the last byte of a value in the database, and
   * starts the agent.
   *
   * @param value one that nothing else in the database contains
   * @throws IOException when the database does not hold it
   */
  public static void make(Instances instances, InstanceView victim, String value)
      throws IOException, InterruptedException {
    DatabaseAtRest.edit(instances, victim, database -> change(database, value.getBytes(UTF_8)));
  }

  /**
   * In every copy of its page: bolt leaves older ones behind in pages that are free, and only the
   * tree tells which one counts.
   */
  static void change(Path database, byte[] value) throws IOException {
    try (FileChannel file =
        FileChannel.open(database, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = file.map(MapMode.READ_WRITE, 0, file.size());
      boolean found = false;
      for (int at = 0; at + value.length <= bytes.capacity(); at++) {
        if (isAt(bytes, at, value)) {
          int last = at + value.length - 1;
          bytes.put(last, (byte) (bytes.get(last) ^ 1));
          found = true;
        }
      }
      if (!found) {
        throw new IOException(database + " does not hold the value of which a byte is to change");
      }
    }
  }

  private static boolean isAt(ByteBuffer bytes, int at, byte[] value) {
    return bytes.get(at) == value[0]
        && bytes.slice(at, value.length).equals(ByteBuffer.wrap(value));
  }
}
