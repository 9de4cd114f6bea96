package io.quorate.controller.function;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.quorate.logback.EnvironmentLog;
import java.util.Map;

/** The function's log; Lambda adds the time to a line of text. logback finds it as a service. */
public final class FunctionLog extends EnvironmentLog {
  /** Called by logback. */
  public FunctionLog() {
    super(FunctionLog::head, Level.WARN, Map.of());
  }

  private static String head(ILoggingEvent event) {
    String logger = event.getLoggerName();
    return event.getLevel() + " " + logger.substring(logger.lastIndexOf('.') + 1) + " - ";
  }
}
