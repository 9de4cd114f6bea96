package io.quorate.controller.events;

import io.quorate.fuzz.DamagedText;
import io.quorate.fuzz.Fuzz;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of the queue, of the tables' streams and of the schedule that somebody damaged. */
class FuzzedEventsTest {
  @ParameterizedTest
  @ValueSource(strings = {"queue.json", "stream.json", "schedule.json"})
  void anEventIsUnderstoodOrNamedUnknown(String file) throws IOException {
    Fuzz.run(
        file,
        golden(file),
        DamagedText::of,
        payload -> !(TriggerReader.read(payload) instanceof Trigger.Unknown));
  }

  private static byte[] golden(String file) throws IOException {
    try (InputStream in = FuzzedEventsTest.class.getResourceAsStream(file)) {
      return Objects.requireNonNull(in, file).readAllBytes();
    }
  }
}
