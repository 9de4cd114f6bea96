package io.quorate.logback;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.OutputStream;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;

/**
 * The log on standard output, as {@link LogSetting} says. It reads no file: parsing XML would add
 * to the function's cold start. A {@code logback.xml} or {@code logback-test.xml} on the class
 * path, or {@code -Dlogback.configurationFile}, goes before it.
 *
 * <p>A value that cannot be used counts as none here; whoever reads the other settings refuses it.
 */
public abstract class EnvironmentLog extends ContextAwareBase implements Configurator {
  private static final String OWN = "io.quorate";

  private final Function<ILoggingEvent, String> head;
  private final Level root;
  private final Map<String, Level> others;

  /**
   * Of one kind of process.
   *
   * @param head what a line of text begins with, up to its message
   * @param root the level of other libraries
   * @param others the levels of some of them
   */
  protected EnvironmentLog(
      Function<ILoggingEvent, String> head, Level root, Map<String, Level> others) {
    this.head = head;
    this.root = root;
    this.others = Map.copyOf(others);
  }

  @Override
  public final ExecutionStatus configure(LoggerContext context) {
    if (configuredByFile()) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    configure(context, System.getenv(), ConsoleTarget.SystemOut.getStream());
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** What stands on each line of JSON, whichever thread writes it. */
  protected Map<String, String> properties(Map<String, String> environment) {
    return Map.of();
  }

  final void configure(LoggerContext context, Map<String, String> environment, OutputStream to) {
    properties(environment).forEach(context::putProperty);
    OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    appender.setContext(context);
    appender.setEncoder(encoder(context, environment));
    appender.setOutputStream(to);
    appender.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(root);
    others.forEach((name, level) -> context.getLogger(name).setLevel(level));
    context.getLogger(OWN).setLevel(Level.toLevel(LogSetting.LEVEL.in(environment).orElse("info")));
  }

  private Encoder<ILoggingEvent> encoder(LoggerContext context, Map<String, String> environment) {
    if (LogSetting.FORMAT.in(environment).filter("json"::equals).isPresent()) {
      FlatJsonEncoder json = new FlatJsonEncoder();
      json.setContext(context);
      json.start();
      return json;
    }
    TextLayout layout = new TextLayout(head);
    layout.setContext(context);
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> text = new LayoutWrappingEncoder<>();
    text.setContext(context);
    text.setLayout(layout);
    text.start();
    return text;
  }

  private static boolean configuredByFile() {
    ClassLoader loader = EnvironmentLog.class.getClassLoader();
    return System.getProperty("logback.configurationFile") != null
        || loader.getResource("logback-test.xml") != null
        || loader.getResource("logback.xml") != null;
  }
}
