package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.Glob;
import java.util.List;

/**
 * One statement of a policy document.
 *
 * @param allow whether its effect is Allow; otherwise Deny
 * @param actions any of which it speaks of
 * @param resources any of which it speaks of; empty where it names those that it does not
 * @param otherResources none of which it speaks of
 * @param conditions all of which must hold
 */
record PolicyStatement(
    boolean allow,
    List<Glob> actions,
    List<Glob> resources,
    List<Glob> otherResources,
    List<PolicyCondition> conditions) {
  boolean speaksOf(AccessRequest request) {
    return actions.stream().anyMatch(glob -> glob.matches(request.action()))
        && names(request.resource())
        && conditions.stream().allMatch(condition -> condition.holds(request.conditions()));
  }

  private boolean names(String resource) {
    return resources.isEmpty()
        ? !otherResources.isEmpty()
            && otherResources.stream().noneMatch(glob -> glob.matches(resource))
        : resources.stream().anyMatch(glob -> glob.matches(resource));
  }
}
