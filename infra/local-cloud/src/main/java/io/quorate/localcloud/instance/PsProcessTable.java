package io.quorate.localcloud.instance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads marks from {@code ps eww}, where there is no /proc (macOS). */
final class PsProcessTable implements ProcessTable {
  private static final Pattern LINE = Pattern.compile("\\s*(\\d+)\\s+(.*)");

  @Override
  public List<MarkedProcess> ofHome(Path home) {
    List<MarkedProcess> found = new ArrayList<>();
    try {
      Process ps = new ProcessBuilder("ps", "-axeww", "-o", "pid=,command=").start();
      try (BufferedReader lines = ps.inputReader(StandardCharsets.UTF_8)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          marked(line, home).ifPresent(found::add);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run ps to find the cloud's processes", e);
    }
    return found;
  }

  private static Optional<MarkedProcess> marked(String line, Path home) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()
        || !(line + " ").contains(" " + MarkVariables.HOME + "=" + home + " ")
        || Long.parseLong(matcher.group(1)) == ProcessHandle.current().pid()) {
      return Optional.empty();
    }
    Matcher owner = Pattern.compile(MarkVariables.OWNER + "=(\\S*)").matcher(line);
    String name = owner.find() ? owner.group(1) : "";
    return ProcessHandle.of(Long.parseLong(matcher.group(1)))
        .map(live -> new MarkedProcess(live, name, matcher.group(2)));
  }
}
