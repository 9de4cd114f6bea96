package io.quorate.localcloud.events;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What all events of one cloud share.
 *
 * @param account AWS account
 * @param region AWS region
 * @param clock tells the events' time
 * @param ids makes their ids
 */
public record EventOrigin(
    String account, String region, InstantSource clock, Supplier<String> ids) {
  CloudEvent event(
      String source, String detailType, List<String> resources, Map<String, Object> detail) {
    return new CloudEvent(
        ids.get(), detailType, source, account, clock.instant(), region, resources, detail);
  }

  /** The ARN of an instance. */
  public String instanceArn(String instance) {
    return "arn:aws:ec2:%s:%s:instance/%s".formatted(region, account, instance);
  }
}
