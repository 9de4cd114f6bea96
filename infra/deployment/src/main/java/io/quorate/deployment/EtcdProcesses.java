package io.quorate.deployment;

import io.quorate.localcloud.instance.InstanceView;
import java.nio.file.Path;
import java.util.List;

/**
 * The etcd that serves the cluster on an instance. Beside it an agent runs etcdutl, and an etcd of
 * its own on a restored snapshot, which are none of the cluster's processes.
 */
public final class EtcdProcesses {
  private EtcdProcesses() {}

  /**
   * The pids of an instance's etcd.
   *
   * @param instance with its processes, as {@code Instances.list} gives it
   * @return none while no etcd runs; two for a moment while one replaces another
   */
  public static List<Long> of(InstanceView instance) {
    return of(instance.folder(), instance.otherPids());
  }

  /** Those of an instance's processes that run etcd on the data in its folder. */
  public static List<Long> of(Path folder, List<Long> pids) {
    String data = "--data-dir=" + folder.resolve("etcd");
    return pids.stream().filter(pid -> runsWith(pid, data)).toList();
  }

  private static boolean runsWith(long pid, String argument) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().commandLine())
        .filter(line -> line.contains(argument))
        .isPresent();
  }
}
