package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.state.Termination;
import java.util.Map;

/** A recorded termination's values, by name. */
public final class TerminationValues {
  private TerminationValues() {}

  /** The values; what is absent is left out. */
  public static Map<String, Object> of(Termination termination) {
    return Tree.builder()
        .with("instance", termination.instance())
        .with("because", termination.because())
        .with("decidedAt", termination.decidedAt())
        .withOptional("askedAt", termination.askedAt())
        .withOptional("failure", termination.failure())
        .build();
  }
}
