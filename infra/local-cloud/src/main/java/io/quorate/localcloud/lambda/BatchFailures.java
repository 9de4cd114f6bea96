package io.quorate.localcloud.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a handler's {@code batchItemFailures}. */
final class BatchFailures {
  private BatchFailures() {}

  /**
   * The ids that failed; empty for an answer that Lambda takes as failure of the whole batch: not
   * the documented shape, or an id that is null or empty.
   */
  static Optional<List<String>> read(byte[] payload) {
    if (payload.length == 0) {
      return Optional.of(List.of());
    }
    try {
      Object answer = JSON.std.anyFrom(payload);
      if (answer == null || answer.equals("")) {
        return Optional.of(List.of());
      }
      if (!(answer instanceof Map<?, ?> map)) {
        return Optional.empty();
      }
      Object failures = map.get("batchItemFailures");
      return failures == null ? Optional.of(List.of()) : ids(failures);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<List<String>> ids(Object failures) {
    if (!(failures instanceof List<?> list)) {
      return Optional.empty();
    }
    List<String> ids = new ArrayList<>();
    for (Object one : list) {
      if (!(one instanceof Map<?, ?> item)
          || !(item.get("itemIdentifier") instanceof String id)
          || id.isEmpty()) {
        return Optional.empty();
      }
      ids.add(id);
    }
    return Optional.of(ids);
  }
}
