package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.Glob;
import java.util.List;

/**
 * One statement of a policy document.
 *
 * @param allow whether its effect is Allow; otherwise Deny
 * @param actions any of which it speaks of
 * @param resources any of which it speaks of
 * @param conditions all of which must hold
 */
record PolicyStatement(
    boolean allow, List<Glob> actions, List<Glob> resources, List<PolicyCondition> conditions) {
  boolean speaksOf(AccessRequest request) {
    return actions.stream().anyMatch(glob -> glob.matches(request.action()))
        && resources.stream().anyMatch(glob -> glob.matches(request.resource()))
        && conditions.stream().allMatch(condition -> condition.holds(request.conditions()));
  }
}
