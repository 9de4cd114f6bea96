package io.quorate.localcloud.instance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What failures do to an instance's processes, disk and links. */
final class InstanceFailures {
  private final Path home;
  private final ProcessTable processes;
  private final SignalShell signals;
  private final CloudLinks links;

  InstanceFailures(Path home, ProcessTable processes, SignalShell signals, CloudLinks links) {
    this.home = home;
    this.processes = processes;
    this.signals = signals;
    this.links = links;
  }

  int kill(LocalInstance instance, ProcessTarget target) {
    if (target == ProcessTarget.ALL) {
      return processes.kill(home, process -> process.owner().equals(instance.id));
    }
    // Only those alive now: the agent that systemd starts next is not meant.
    List<Long> pids = pids(instance, target);
    return processes.kill(home, process -> pids.contains(process.pid()));
  }

  void freeze(LocalInstance instance, ProcessTarget target) {
    pids(instance, target).forEach(signals::freeze);
  }

  void thaw(LocalInstance instance, ProcessTarget target) {
    pids(instance, target).forEach(signals::thaw);
  }

  void wipe(LocalInstance instance, String subfolder) throws IOException {
    Path disk = instance.folder();
    Path folder = disk.resolve(subfolder).normalize();
    if (!folder.startsWith(disk)) {
      throw new IllegalArgumentException(
          "folder is '%s', expected one on the disk of %s".formatted(subfolder, instance.id));
    }
    if (Files.isDirectory(folder)) {
      try (Stream<Path> children = Files.list(folder)) {
        for (Path child : children.toList()) {
          Folders.delete(child);
        }
      }
    }
  }

  void cutOff(LocalInstance instance, boolean cut) {
    String principal = "agent-" + instance.id;
    instance.cutOff(cut);
    if (cut) {
      links.cut(principal);
    } else {
      links.restore(principal);
    }
  }

  private List<Long> pids(LocalInstance instance, ProcessTarget target) {
    long agent = instance.agent.pid().orElse(-1);
    Predicate<MarkedProcess> meant =
        switch (target) {
          case AGENT -> process -> process.pid() == agent;
          case OTHERS -> process -> process.pid() != agent;
          case ALL -> process -> true;
        };
    return processes.ofHome(home).stream()
        .filter(process -> process.owner().equals(instance.id))
        .filter(meant)
        .map(MarkedProcess::pid)
        .toList();
  }

  static List<Long> others(LocalInstance instance, List<MarkedProcess> live) {
    long agent = instance.agent.pid().orElse(-1);
    return live.stream()
        .filter(process -> process.owner().equals(instance.id) && process.pid() != agent)
        .map(MarkedProcess::pid)
        .toList();
  }
}
