package io.quorate.controller.observe;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The port to what the cloud knows of instances; it answers "unknown" rather than throw. */
public interface CloudReader {
  /** The auto-scaling group, or why it is not known. */
  GroupView group(String name);

  /** The states of those instances that EC2 answered for; absence proves nothing (I7). */
  Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids);

  /** The private addresses of those instances that EC2 answered for. */
  default Map<InstanceId, List<String>> addresses(Collection<InstanceId> ids) {
    return Map.of();
  }
}
