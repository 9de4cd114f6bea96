package io.quorate.localcloud.lambda;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A handler that runs in a JVM of its own; what it does is in its event. */
public final class TestFunction {
  private static int invocations;

  /** What the runtime calls. */
  public Object handle(Map<String, Object> event) throws Exception {
    invocations++;
    if (event.get("Records") instanceof List<?> records) {
      return batch(records);
    }
    return switch (String.valueOf(event.get("do"))) {
      case "fail" -> throw new IllegalStateException("as asked");
      case "sleep" -> {
        note("sleeping");
        while (true) {
          LockSupport.parkNanos(1_000_000_000);
        }
      }
      case "exit" -> {
        Runtime.getRuntime().halt(3);
        yield "";
      }
      default -> Map.of("count", invocations, "region", System.getenv("AWS_REGION"));
    };
  }

  private static Object batch(List<?> records) throws Exception {
    List<Map<String, String>> failures = new ArrayList<>();
    for (Object one : records) {
      Map<?, ?> record = (Map<?, ?>) one;
      String id = String.valueOf(record.get("messageId"));
      String text = String.valueOf(record.get("body"));
      if (record.get("dynamodb") instanceof Map<?, ?> change) {
        id = String.valueOf(change.get("SequenceNumber"));
        text = String.valueOf(change.get("Keys"));
      }
      note(text);
      if (text.contains("bad")) {
        failures.add(Map.of("itemIdentifier", id));
      }
    }
    return Map.of("batchItemFailures", failures);
  }

  private static void note(String line) throws Exception {
    Files.writeString(
        Path.of(System.getenv("NOTES")),
        line + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
