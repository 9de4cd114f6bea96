package io.quorate.localcloud.gateway;

import java.util.List;
import java.util.Map;

/**
 * One thing that a request does, as IAM asks about it.
 *
 * @param action as in {@code dynamodb:PutItem}
 * @param resource an ARN, or {@code *} where the action knows none
 * @param conditions values by condition key, as in {@code dynamodb:LeadingKeys}
 */
public record AccessRequest(String action, String resource, Map<String, List<String>> conditions) {
  static AccessRequest of(String action, String resource) {
    return new AccessRequest(action, resource, Map.of());
  }
}
