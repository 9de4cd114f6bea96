package io.quorate.spec;

import io.quorate.spec.SpecField.Presence;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Goes through a tree once, in its own order, then fills in what was left out. */
final class SpecTreeWalk {
  private static final Map<String, SpecField<?>> FIELDS =
      SpecFields.ALL.stream().collect(Collectors.toMap(SpecField::path, Function.identity()));
  static final Set<String> SECTIONS =
      SpecFields.ALL.stream()
          .map(SpecField::path)
          .flatMap(SpecTreeWalk::ancestors)
          .collect(Collectors.toSet());

  private final SpecValues values = new SpecValues();
  private final Set<String> seen = new HashSet<>();
  private final Consumer<SpecError> errors;

  SpecTreeWalk(Consumer<SpecError> errors) {
    this.errors = errors;
  }

  SpecValues read(Map<String, ? extends @Nullable Object> tree) {
    section("", tree);
    for (SpecField<?> field : SpecFields.ALL) {
      if (!seen.contains(field.path())) {
        leftOut(field);
      }
    }
    return values;
  }

  private void section(String prefix, Map<?, ? extends @Nullable Object> entries) {
    entries.forEach((key, raw) -> entry(prefix + key, raw));
  }

  private void entry(String path, @Nullable Object raw) {
    SpecField<?> field = FIELDS.get(path);
    if (field != null) {
      seen.add(path);
      read(field, raw);
    } else if (!SECTIONS.contains(path)) {
      errors.accept(SpecError.of(path, raw, "unknown field" + Suggestion.forField(path)));
    } else if (raw instanceof Map<?, ?> entries) {
      section(path + ".", entries);
    } else if (raw != null) {
      errors.accept(SpecError.of(path, raw, "expected a section with fields of its own"));
    }
  }

  private void leftOut(SpecField<?> field) {
    switch (field.presence()) {
      case Presence.Required required ->
          errors.accept(
              new SpecError(
                  field.path(), "nothing", "required: expected " + field.kind().allowed()));
      case Presence.Default standard -> {
        values.markDefault(field);
        read(field, standard.raw());
      }
      case Presence.Derived derived -> {}
    }
  }

  private <T> void read(SpecField<T> field, @Nullable Object raw) {
    Optional<T> value = field.kind().read(field.path(), raw, errors);
    value.ifPresentOrElse(sound -> values.put(field, sound), () -> values.markUnsound(field));
  }

  /** The sections that a field stands in: a.b.c stands in a and in a.b. */
  private static Stream<String> ancestors(String path) {
    return IntStream.range(0, path.length())
        .filter(at -> path.charAt(at) == '.')
        .mapToObj(at -> path.substring(0, at));
  }
}
