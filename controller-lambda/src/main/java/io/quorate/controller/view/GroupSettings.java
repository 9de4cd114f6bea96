package io.quorate.controller.view;

import java.util.List;
import java.util.Optional;

/**
 * How a group is set up, as far as that is known.
 *
 * @param maximum the most instances that it may have
 * @param hooks its lifecycle hooks, as of a minute ago or less; empty where they were not learnt
 */
public record GroupSettings(Optional<Integer> maximum, Optional<List<GroupHook>> hooks) {
  /** Nothing is known. */
  public static final GroupSettings UNKNOWN = new GroupSettings(Optional.empty(), Optional.empty());

  public GroupSettings {
    hooks = hooks.map(List::copyOf);
  }
}
