package io.quorate.localcloud.instance;

import java.util.Map;
import java.util.Optional;

/**
 * One instance to launch.
 *
 * @param zone its availability zone
 * @param tags its tags
 * @param template what it runs
 * @param address its private address, where a test forces one; otherwise a fresh one
 */
public record LaunchOrder(
    String zone, Map<String, String> tags, LaunchTemplate template, Optional<String> address) {
  public LaunchOrder {
    tags = Map.copyOf(tags);
  }
}
