package io.quorate.controller.function;

import ch.qos.logback.classic.Level;
import io.quorate.logback.EnvironmentLog;
import java.util.Map;

/** The function's log; Lambda adds the time to a line of text. logback finds it as a service. */
public final class FunctionLog extends EnvironmentLog {
  /** Called by logback. */
  public FunctionLog() {
    super("%level %logger{0} - %msg%n", Level.WARN, Map.of());
  }
}
