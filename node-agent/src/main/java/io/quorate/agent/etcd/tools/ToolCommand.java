package io.quorate.agent.etcd.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a program beside the node's own etcd. Its output goes to a file. */
public final class ToolCommand {
  private static final Path NICE = Path.of("/usr/bin/nice");

  private ToolCommand() {}

  /**
   * Starts the program.
   *
   * @param quiet whether it yields to all else: lowest priority, one processor
   */
  public static Process start(List<String> command, boolean quiet, Path output) throws IOException {
    List<String> argv = new ArrayList<>();
    if (quiet && Files.isExecutable(NICE)) {
      argv.addAll(List.of(NICE.toString(), "-n", "19"));
    }
    argv.addAll(command);
    ProcessBuilder builder =
        ChildCommand.of(argv).redirectErrorStream(true).redirectOutput(output.toFile());
    if (quiet) {
      builder.environment().put("GOMAXPROCS", "1");
    }
    return builder.start();
  }
}
