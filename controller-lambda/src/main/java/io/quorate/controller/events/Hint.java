package io.quorate.controller.events;

import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;

/** Where an event suggests to look. */
public sealed interface Hint {
  /** At the cluster of this auto-scaling group. */
  record Group(String name) implements Hint {}

  /** At the cluster that has this instance. */
  record Instance(InstanceId id) implements Hint {}

  /** At this cluster. */
  record Cluster(ClusterName name) implements Hint {}

  /** Nowhere: the event is not ours. */
  record Foreign(String why) implements Hint {}

  /** Nowhere: the event cannot be understood. */
  record Malformed(String why) implements Hint {}
}
