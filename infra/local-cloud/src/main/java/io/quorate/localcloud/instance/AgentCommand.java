package io.quorate.localcloud.instance;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Starts an instance's command, its output appended to {@code agent.log} in its folder. */
final class AgentCommand {
  private static final long MAX_LOG = 16L * 1024 * 1024;
  private static final Path SETSID = Path.of("/usr/bin/setsid");

  private AgentCommand() {}

  static Process start(InstanceEnvironment environment, LaunchTemplate template, Path folder)
      throws IOException {
    Path log = folder.resolve("agent.log");
    rotate(log);
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(SETSID)) {
      command.add(SETSID.toString()); // Ctrl-C on the cloud's terminal must not reach instances.
    }
    command.addAll(environment.command(template));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    environment.put(template, builder.environment());
    File file = log.toFile();
    return builder
        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(file))
        .start();
  }

  private static void rotate(Path log) throws IOException {
    if (Files.exists(log) && Files.size(log) > MAX_LOG) {
      Files.move(log, log.resolveSibling("agent.log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
