package io.quorate.localcloud.gateway;

import java.util.Map;

/** Knows the tags of a group or an instance: IAM's {@code aws:ResourceTag} is about them. */
@FunctionalInterface
public interface ResourceTags {
  /** The tags of what an ARN names; none where nothing is there. */
  Map<String, String> of(String arn);
}
