package io.quorate.controller.function;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An exception in one line: it and its causes, the outermost first. */
final class ErrorChain {
  private static final int MOST = 8;

  private ErrorChain() {}

  static String of(Throwable thrown) {
    List<String> chain = new ArrayList<>();
    @Nullable Throwable next = thrown;
    while (next != null && chain.size() < MOST) {
      chain.add(next.toString().replaceAll("\\s+", " ").replace('"', '\''));
      next = next.getCause();
    }
    return String.join(" <- ", chain);
  }
}
