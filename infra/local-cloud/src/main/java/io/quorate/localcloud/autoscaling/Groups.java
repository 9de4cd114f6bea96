package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.QueryParameters;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All groups by name; guarded by the service's lock. */
final class Groups {
  private final Map<String, Group> groups = new LinkedHashMap<>();

  Collection<Group> all() {
    return groups.values();
  }

  void add(Group group) {
    groups.put(group.name, group);
  }

  void forgetDeleted() {
    groups.values().removeIf(group -> group.deleting && group.members.isEmpty());
  }

  Optional<Group> find(String name) {
    return Optional.ofNullable(groups.get(name));
  }

  /** The group that a request names, or AWS's error. */
  Group named(QueryParameters in) {
    String name = in.required("AutoScalingGroupName");
    return find(name)
        .orElseThrow(
            () ->
                AwsError.validation(
                    "AutoScalingGroup name not found - AutoScalingGroup '%s' not found"
                        .formatted(name)));
  }

  /** The group that has an instance. */
  Optional<Group> having(String instance) {
    return groups.values().stream()
        .filter(group -> group.members.containsKey(instance))
        .findFirst();
  }

  static GroupMember member(Group group, String instance) {
    GroupMember member = group.members.get(instance);
    if (member == null) {
      throw AwsError.validation(
          "The instance %s is not part of Auto Scaling group %s.".formatted(instance, group.name));
    }
    return member;
  }
}
