package io.quorate.deployment.quickstart;

import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import io.quorate.localcloud.instance.MarkVariables;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The command {@code quorate console} as a process of its own, with an operator's rights. */
final class ConsolePage implements AutoCloseable {
  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final long LOOK_MILLIS = 50;

  private final Process process;
  private final Path said;

  private ConsolePage(Process process, Path said) {
    this.process = process;
    this.said = said;
  }

  /**
   * Starts it, and does not wait for it.
   *
   * @param command the command {@code quorate}
   */
  static ConsolePage start(Path command, String cluster, Map<String, String> environment, Path home)
      throws IOException {
    Path said = home.resolve("console.json");
    ProcessBuilder builder =
        new ProcessBuilder(List.of(command.toString(), "console", cluster, "-o", "json"))
            .redirectOutput(said.toFile())
            .redirectError(home.resolve("console.log").toFile());
    builder.environment().putAll(environment);
    MarkVariables.put(builder.environment(), home, "console");
    return new ConsolePage(builder.start(), said);
  }

  /**
   * Where it is seen, once it serves; empty when interrupted before.
   *
   * @throws IOException when it ended, or did not serve in time, with what it said
   */
  Optional<URI> page(CountDownLatch interrupted) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    while (true) {
      String line = Files.readString(said);
      if (line.endsWith("\n")) {
        Tree told = Tree.of(JsonTree.read(line, said.toString()), said.toString());
        return Optional.of(URI.create(told.string("url")));
      }
      if (!process.isAlive() || System.nanoTime() > deadline) {
        close();
        throw new IOException(
            "the console does not serve: "
                + Files.readString(said.resolveSibling("console.log")).strip());
      }
      if (interrupted.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
