package io.quorate.deployment;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.Instances;
import io.quorate.localcloud.instance.ProcessTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** The database of an instance's etcd while nobody runs that would have it open. */
final class DatabaseAtRest {
  private static final long END_SECONDS = 30;

  private DatabaseAtRest() {}

  /** What is done to the file. */
  interface Edit {
    /** Does it. */
    void apply(Path database) throws IOException;
  }

  /** Kills agent and etcd of an instance, edits the database, and starts the agent. */
  static void edit(Instances instances, InstanceView victim, Edit edit)
      throws IOException, InterruptedException {
    instances.holdAgent(victim.id());
    try {
      instances.kill(victim.id(), ProcessTarget.ALL);
      awaitEnd(instances, victim);
      for (Path database : databases(victim.folder().resolve("etcd"))) {
        edit.apply(database);
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
