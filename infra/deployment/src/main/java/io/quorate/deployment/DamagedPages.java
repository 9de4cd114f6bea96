package io.quorate.deployment;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.Instances;
import io.quorate.localcloud.instance.ProcessTarget;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Pages of etcd's database that a disk gives back as zeros. */
public final class DamagedPages {
  private static final int PAGE = 4096;

  /** Behind the two that name the root. */
  private static final int FIRST = 2;

  private static final int COUNT = 1_000;
  private static final long END_SECONDS = 30;

  private DamagedPages() {}

  /** Kills agent and etcd of an instance, zeroes pages of the database, and starts the agent. */
  public static void make(Instances instances, InstanceView victim)
      throws IOException, InterruptedException {
    instances.holdAgent(victim.id());
    try {
      instances.kill(victim.id(), ProcessTarget.ALL);
      awaitEnd(instances, victim);
      for (Path database : databases(victim.folder().resolve("etcd"))) {
        try (RandomAccessFile file = new RandomAccessFile(database.toFile(), "rw")) {
          file.seek((long) FIRST * PAGE);
          file.write(new byte[COUNT * PAGE]);
        }
      }
    } finally {
      instances.releaseAgent(victim.id());
    }
  }

  private static void awaitEnd(Instances instances, InstanceView victim)
      throws IOException, InterruptedException {
    List<ProcessHandle> left =
        instances.list().stream()
            .filter(view -> view.id().equals(victim.id()))
            .flatMap(view -> EtcdProcesses.of(view).stream())
            .flatMap(pid -> ProcessHandle.of(pid).stream())
            .toList();
    try {
      for (ProcessHandle etcd : left) {
        etcd.onExit().get(END_SECONDS, TimeUnit.SECONDS);
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("etcd of " + victim.id() + " did not end when it was killed", e);
    }
  }

  private static List<Path> databases(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> found = all.filter(path -> path.endsWith("member/snap/db")).toList();
      if (found.isEmpty()) {
        throw new IOException("no database below " + folder);
      }
      return found;
    }
  }
}
