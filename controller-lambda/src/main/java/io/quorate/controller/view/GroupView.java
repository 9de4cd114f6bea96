package io.quorate.controller.view;

import io.quorate.model.InstanceId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What Auto Scaling said of the group. */
public sealed interface GroupView {
  /**
   * It answered.
   *
   * @param desired the desired capacity, which is the desired number of members
   * @param lifecycles the lifecycle state of each instance in it, as Auto Scaling spells it
   * @param waits the instances that a lifecycle hook of Quorate's holds
   * @param hazards processes that may kill voters on their own and are not suspended
   * @param settings how it is set up
   */
  record Observed(
      int desired,
      Map<InstanceId, String> lifecycles,
      Map<InstanceId, HookWait> waits,
      List<String> hazards,
      GroupSettings settings)
      implements GroupView {
    /** Sorts the instances by id. */
    public Observed {
      lifecycles = Collections.unmodifiableMap(new TreeMap<>(lifecycles));
      waits = Collections.unmodifiableMap(new TreeMap<>(waits));
      hazards = List.copyOf(hazards);
    }

    /** A group of whose settings nothing is known. */
    public Observed(
        int desired,
        Map<InstanceId, String> lifecycles,
        Map<InstanceId, HookWait> waits,
        List<String> hazards) {
      this(desired, lifecycles, waits, hazards, GroupSettings.UNKNOWN);
    }

    /** A group in which no hook of Quorate's holds anybody. */
    public Observed(int desired, Map<InstanceId, String> lifecycles, List<String> hazards) {
      this(desired, lifecycles, Map.of(), hazards);
    }

    /** The same group, set up like this. */
    public Observed with(GroupSettings setUp) {
      return new Observed(desired, lifecycles, waits, hazards, setUp);
    }

    /** The instances whose termination a hook holds, in order. */
    public List<InstanceId> heldTerminations() {
      return waits.entrySet().stream()
          .filter(held -> held.getValue().holdsTermination())
          .map(Map.Entry::getKey)
          .toList();
    }

    /** Whether the instance is in the group, in whatever state. */
    public boolean has(InstanceId instance) {
      return lifecycles.containsKey(instance);
    }

    /** Whether the group is terminating the instance; a hook may hold it so for hours. */
    public boolean terminates(InstanceId instance) {
      return lifecycles.getOrDefault(instance, "").startsWith("Terminating");
    }

    /** Whether the instance belongs to the group and is not on its way out. */
    public boolean keeps(InstanceId instance) {
      String lifecycle = lifecycles.get(instance);
      return lifecycle != null && kept(lifecycle);
    }

    /**
     * How many instances count towards the desired capacity, those that EC2 has yet to start too.
     */
    public int capacity() {
      return (int) lifecycles.values().stream().filter(Observed::kept).count();
    }

    /** How many instances count towards the desired capacity, and have begun to run. */
    public int launched() {
      return (int)
          lifecycles.values().stream()
              .filter(lifecycle -> kept(lifecycle) && !lifecycle.equals("Pending"))
              .count();
    }

    private static boolean kept(String lifecycle) {
      return lifecycle.equals("InService") || lifecycle.startsWith("Pending");
    }
  }

  /**
   * It did not answer, or there is no such group.
   *
   * @param why for people
   */
  record Unknown(String why) implements GroupView {}
}
