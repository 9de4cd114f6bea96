package io.quorate.cli.render;

import io.quorate.codec.Tree;
import io.quorate.state.Pause;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What pauses a cluster, for people and for programs. */
public final class PauseText {
  private PauseText() {}

  /** Since when, by whom and why. */
  public static String of(List<Pause> pauses) {
    return pauses.stream().map(Pause::words).collect(Collectors.joining("; and "));
  }

  /** The same for programs. */
  public static List<Map<String, Object>> json(List<Pause> pauses) {
    return pauses.stream()
        .map(
            pause ->
                Tree.builder()
                    .with("since", pause.since())
                    .with("by", pause.by())
                    .with("reason", pause.reason())
                    .build())
        .toList();
  }
}
