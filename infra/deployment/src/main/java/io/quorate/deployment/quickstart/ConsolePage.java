package io.quorate.deployment.quickstart;

import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import io.quorate.localcloud.instance.MarkVariables;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** The command {@code quorate console} as a process of its own, with an operator's rights. */
final class ConsolePage implements AutoCloseable {
  private final SideProcess process;
  private final Path said;

  private ConsolePage(SideProcess process, Path said) {
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
    return new ConsolePage(new SideProcess(builder.start()), said);
  }

  /**
   * Where it is seen, once it serves; empty when interrupted before, and where it does not serve.
   * Nothing else of the quick start needs it.
   *
   * @param trouble is told why it does not serve
   */
  Optional<URI> page(CountDownLatch interrupted, Consumer<String> trouble)
      throws InterruptedException {
    try {
      return process.awaitServing(this::url, this::words, interrupted);
    } catch (IOException e) {
      trouble.accept("the console does not serve: " + e.getMessage() + "; all else goes on");
      return Optional.empty();
    }
  }

  private Optional<URI> url() throws IOException {
    String line = Files.readString(said);
    if (!line.endsWith("\n")) {
      return Optional.empty();
    }
    Tree told = Tree.of(JsonTree.read(line, said.toString()), said.toString());
    return Optional.of(URI.create(told.string("url")));
  }

  private String words() throws IOException {
    Path log = said.resolveSibling("console.log");
    String last = Files.readString(log).strip();
    return last.isEmpty() ? "it was not ready in time; its log is " + log : last;
  }

  @Override
  public void close() {
    process.close();
  }
}
