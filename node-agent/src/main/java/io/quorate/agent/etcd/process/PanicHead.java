package io.quorate.agent.etcd.process;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The head of what Go writes when a process panics: the lines that say why. The trace that follows
 * names files and functions only, and may be long.
 */
final class PanicHead {
  /**
   * How Go begins: its own panic, an error of the runtime, a page that could not be read, a signal.
   */
  private static final Pattern BEGINNING =
      Pattern.compile("panic: |fatal error: |unexpected fault address |SIG[A-Z]+: ");

  private static final int LINES_MAX = 3;
  private static final int CHARACTERS_MAX = 300;

  private PanicHead() {}

  /** Of the first panic in these lines, in one line; empty where there is none. */
  static Optional<String> of(List<String> lines) {
    return IntStream.range(0, lines.size())
        .filter(i -> BEGINNING.matcher(lines.get(i)).lookingAt())
        .mapToObj(i -> from(lines.subList(i, lines.size())))
        .findFirst();
  }

  private static String from(List<String> lines) {
    String head =
        lines.stream()
            .takeWhile(line -> !line.isBlank())
            .limit(LINES_MAX)
            .collect(Collectors.joining("; "));
    return head.length() > CHARACTERS_MAX ? head.substring(0, CHARACTERS_MAX) : head;
  }
}
