package io.quorate.controller.function;

import io.quorate.model.InstanceId;
import java.util.Collection;
import java.util.Map;

/** Lists the instances of several auto-scaling groups at once. */
@FunctionalInterface
public interface GroupListing {
  /**
   * The instances of these groups with their group; a group that does not exist has none.
   *
   * @throws RuntimeException when Auto Scaling did not answer
   */
  Map<InstanceId, String> instancesOf(Collection<String> groups);
}
