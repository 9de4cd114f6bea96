package io.quorate.agent.execution;

import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecError;
import io.quorate.spec.SpecReader;
import io.quorate.spec.SpecResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The spec in a journal that another release may have written. What this one does not know is left
 * out, so that etcd starts as it did with all the rest; a spec that is then not whole is none, and
 * the record gives it again.
 */
final class JournalSpec {
  private JournalSpec() {}

  static Optional<ClusterSpec> read(Map<String, ?> tree) {
    return switch (SpecReader.fromTree(tree)) {
      case SpecResult.Valid valid -> Optional.of(valid.spec());
      case SpecResult.Invalid invalid ->
          SpecReader.fromTree(known(tree, invalid.errors())) instanceof SpecResult.Valid rest
              ? Optional.of(rest.spec())
              : Optional.empty();
    };
  }

  static Optional<String> trouble(Map<String, ?> tree) {
    return switch (SpecReader.fromTree(tree)) {
      case SpecResult.Valid valid -> Optional.empty();
      case SpecResult.Invalid invalid -> Optional.of(invalid.report().replace('\n', ';'));
    };
  }

  private static Map<String, Object> known(Map<String, ?> tree, List<SpecError> errors) {
    List<String> unknown = errors.stream().map(SpecError::path).toList();
    return without("", tree, unknown);
  }

  private static Map<String, Object> without(
      String prefix, Map<?, ?> entries, List<String> unknown) {
    Map<String, Object> left = new LinkedHashMap<>();
    entries.forEach(
        (name, value) -> {
          String path = prefix + name;
          if (!unknown.contains(path)) {
            left.put(
                String.valueOf(name),
                value instanceof Map<?, ?> section ? without(path + ".", section, unknown) : value);
          }
        });
    return left;
  }
}
