package io.quorate.e2e;

import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/** How much a stage started: one line in the log and in {@code infra/e2e/target/stages.txt}. */
final class StageSummary {
  private final String name;
  private final long begun = System.nanoTime();

  StageSummary(Path logs) {
    this.name = logs.getFileName().toString();
  }

  void print(List<InstanceView> instances) throws IOException {
    String line =
        "stage %s: %d agents started on %d instances in %d s%n"
            .formatted(
                name,
                instances.stream().mapToInt(InstanceView::agentStarts).sum(),
                instances.size(),
                Duration.ofNanos(System.nanoTime() - begun).toSeconds());
    System.out.print(line);
    Files.writeString(
        Folders.root().resolve("infra/e2e/target/stages.txt"),
        line,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
