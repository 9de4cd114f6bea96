package io.quorate.cli.console;

import io.quorate.cli.Sample;
import io.quorate.cli.SampleCloud;
import io.quorate.memory.InMemoryRecordStore;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A console over a store in memory, which looks four times a second. */
final class ConsoleUnderTest implements AutoCloseable {
  static final Duration INTERVAL = Duration.ofMillis(250);

  final InMemoryRecordStore records = new InMemoryRecordStore();
  final CountingStore store = new CountingStore(records);
  final ConsoleServer server;
  private final long began = System.nanoTime();

  ConsoleUnderTest() throws IOException {
    ConsoleSources sources =
        new ConsoleSources(
            store,
            SampleCloud::new,
            this::now,
            failure -> "told: " + failure.getMessage(),
            Map.of("clustersTable", "quorate-clusters"));
    server = ConsoleServer.start(0, sources, INTERVAL);
  }

  URI page() {
    return server.page(Optional.empty());
  }

  /** The sample's time, going on. */
  private Instant now() {
    return Sample.NOW.plusNanos(System.nanoTime() - began);
  }

  @Override
  public void close() {
    server.close();
  }
}
