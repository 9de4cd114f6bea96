package io.quorate.deployment.tour;

import io.quorate.deployment.Etcd;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether each member still holds the application to its rights. */
final class Rights {
  private static final String KEY = "rights-of-nobody";

  private Rights() {}

  /**
   * Where a member does not.
   *
   * @param members by the ids of their instances, as the application calls them
   */
  static List<String> problems(Map<String, Etcd> members) {
    List<String> problems = new ArrayList<>();
    members.forEach(
        (id, etcd) -> {
          notDenied(() -> etcd.range(KEY))
              .ifPresent(
                  said -> problems.add(id + " does not refuse a read of other keys: " + said));
          notDenied(() -> etcd.put(KEY, "no"))
              .ifPresent(
                  said -> problems.add(id + " does not refuse a write of other keys: " + said));
        });
    return problems;
  }

  private static Optional<String> notDenied(Runnable call) {
    try {
      call.run();
      return Optional.of("it is permitted");
    } catch (UncheckedIOException e) {
      String said = String.valueOf(e.getMessage());
      return said.contains("PERMISSION_DENIED") ? Optional.empty() : Optional.of(said);
    }
  }
}
