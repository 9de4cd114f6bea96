package io.quorate.deployment;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.Instances;
import java.io.IOException;
import java.io.RandomAccessFile;

/** Pages of etcd's database that a disk gives back as zeros. */
public final class DamagedPages {
  private static final int PAGE = 4096;

  /** Behind the two that name the root. */
  private static final int FIRST = 2;

  private static final int COUNT = 1_000;

  private DamagedPages() {}

  /** Kills agent and etcd of an instance, zeroes pages of the database, and starts the agent. */
  public static void make(Instances instances, InstanceView victim)
      throws IOException, InterruptedException {
    DatabaseAtRest.edit(
        instances,
        victim,
        database -> {
          try (RandomAccessFile file = new RandomAccessFile(database.toFile(), "rw")) {
            file.seek((long) FIRST * PAGE);
            file.write(new byte[COUNT * PAGE]);
          }
        });
  }
}
