package io.quorate.logback;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentLogTest {
  private static final Map<String, String> AS_JSON =
      Map.of("QUORATE_LOG_FORMAT", "json", "QUORATE_CLUSTER", "demo");

  private final LoggerContext context = new LoggerContext();
  private final LogbackMDCAdapter mdc = new LogbackMDCAdapter();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** As the agent's: it names its cluster on each line. */
  private static final class OfACluster extends EnvironmentLog {
    OfACluster() {
      super(event -> event.getLevel() + " | ", Level.INFO, Map.of("org.noisy", Level.WARN));
    }

    @Override
    protected Map<String, String> properties(Map<String, String> environment) {
      return Map.of("cluster", environment.getOrDefault("QUORATE_CLUSTER", ""));
    }
  }

  private Logger configured(Map<String, String> environment) {
    context.setMDCAdapter(mdc);
    new OfACluster().configure(context, environment, out);
    return context.getLogger("io.quorate.some.Loop");
  }

  private String written() {
    return out.toString(UTF_8);
  }

  @Test
  void writesTextAtInfoByDefault() {
    Logger log = configured(Map.of("QUORATE_CLUSTER", "demo"));

    mdc.put("requestId", "8a1f");
    log.info("turn={}", "settled");
    log.debug("turn=begun");

    assertThat(written()).isEqualTo("INFO | turn=settled\n");
  }

  @Test
  void writesTheStackOfAnExceptionBelowItsLineOfText() {
    configured(Map.of()).error("turn=failed", new IllegalStateException("no"));

    assertThat(written())
        .startsWith("ERROR | turn=failed\njava.lang.IllegalStateException: no\n\tat ")
        .endsWith("\n");
  }

  @Test
  void writesOneObjectALineWithTheProcessAndTheThread() throws IOException {
    Logger log = configured(AS_JSON);

    mdc.put("requestId", "8a1f");
    mdc.put("quoted", "a \"b\"\n{c}");
    log.warn("turn=\"{}\"\nsecond line", "late");

    assertThat(written()).endsWith("}\n").containsOnlyOnce("\n");
    assertThat(JSON.std.mapFrom(written()))
        .containsEntry("level", "WARN")
        .containsEntry("loggerName", "io.quorate.some.Loop")
        .containsEntry("threadName", Thread.currentThread().getName())
        .containsEntry("cluster", "demo")
        .containsEntry("requestId", "8a1f")
        .containsEntry("quoted", "a \"b\"\n{c}")
        .containsEntry("formattedMessage", "turn=\"late\"\nsecond line")
        .hasEntrySatisfying("timestamp", at -> assertThat(at).isInstanceOf(Long.class))
        .hasSize(9);
  }

  @Test
  void writesTheCauseOfAnExceptionIntoTheSameObject() throws IOException {
    configured(AS_JSON)
        .error("turn=failed", new IllegalStateException("no", new IOException("disk")));

    assertThat(written()).containsOnlyOnce("\n");
    assertThat(JSON.std.mapFrom(written()))
        .extractingByKey("throwable")
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("className", "java.lang.IllegalStateException")
        .containsEntry("message", "no")
        .hasEntrySatisfying("cause", cause -> assertThat(cause.toString()).contains("disk"));
  }

  @ParameterizedTest
  @CsvSource({
    "error, 1",
    "warn, 2",
    "info, 3",
    "debug, 4",
    "trace, 5",
    "'', 3",
    "loud, 3",
    "DEBUG, 3"
  })
  void theLevelIsOfQuoratesOwnClasses(String level, int lines) {
    Logger log = configured(Map.of("QUORATE_LOG_LEVEL", level));

    log.error("1");
    log.warn("2");
    log.info("3");
    log.debug("4");
    log.trace("5");
    context.getLogger("org.other").debug("not asked for");
    context.getLogger("org.noisy").info("not asked for");

    assertThat(written().lines()).hasSize(lines);
  }

  @Test
  void aFormatThatNobodyKnowsIsText() {
    configured(Map.of("QUORATE_LOG_FORMAT", "xml")).info("on");

    assertThat(written()).isEqualTo("INFO | on\n");
  }
}
