package io.quorate.localcloud.events;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An EventBridge event.
 *
 * @param id unique id
 * @param detailType for instance {@code EC2 Instance-launch Lifecycle Action}
 * @param source for instance {@code aws.autoscaling}
 * @param account AWS account
 * @param time when it happened; written in whole seconds
 * @param region AWS region
 * @param resources ARNs of what it is about
 * @param detail its own fields, in the order in which they are written
 */
public record CloudEvent(
    String id,
    String detailType,
    String source,
    String account,
    Instant time,
    String region,
    List<String> resources,
    Map<String, Object> detail) {
  /** The event as a map in EventBridge's order of fields. */
  public Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("version", "0");
    map.put("id", id);
    map.put("detail-type", detailType);
    map.put("source", source);
    map.put("account", account);
    map.put("time", time.truncatedTo(ChronoUnit.SECONDS).toString());
    map.put("region", region);
    map.put("resources", resources);
    map.put("detail", detail);
    return map;
  }

  /** The event's JSON, as EventBridge sends it to a target without an input transformer. */
  public String toJson() {
    try {
      return JSON.std.asString(asMap());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write event " + id, e);
    }
  }
}
