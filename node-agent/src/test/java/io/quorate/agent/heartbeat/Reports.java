package io.quorate.agent.heartbeat;

import java.util.Optional;
import java.util.Set;

/** Reports of agents that have nothing to tell beside their member. */
final class Reports {
  static final ReportComposer NOTHING =
      new ReportComposer(Set.of(), Set.of(), Optional::empty, journal -> Optional.empty());

  private Reports() {}
}
