package io.quorate.agent.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.util.CachingDateFormatter;
import io.quorate.logback.EnvironmentLog;
import java.util.Map;
import org.slf4j.LoggerFactory;

/** The agent's log. logback finds it as a service. */
public final class AgentLog extends EnvironmentLog {
  private static final CachingDateFormatter TIME =
      new CachingDateFormatter("yyyy-MM-dd'T'HH:mm:ss.SSSX");

  /** Called by logback. */
  public AgentLog() {
    super(
        event -> TIME.format(event.getTimeStamp()) + " " + event.getLevel() + " ",
        Level.INFO,
        Map.of("io.micronaut", Level.WARN, "software.amazon.awssdk", Level.WARN));
  }

  @Override
  protected Map<String, String> properties(Map<String, String> environment) {
    return Map.of("cluster", environment.getOrDefault("QUORATE_CLUSTER", ""));
  }

  /** Names the instance on each later line of JSON. */
  static void of(InstanceIdentity self) {
    put("instance", self.instance().value());
  }

  /** Numbers the agent's boot on each later line of JSON, as its heartbeat does. */
  static void ofBoot(long count) {
    put("boot", Long.toString(count));
  }

  private static void put(String name, String value) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.putProperty(name, value);
    }
  }
}
