package io.quorate.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A list of DNS names and IP addresses, such as a certificate is good for. */
public record NameListKind() implements FieldKind<List<String>> {
  private static final int MOST_NAMES = 32;

  @Override
  public String type() {
    return "list of names";
  }

  @Override
  public String allowed() {
    return "a list of at most "
        + MOST_NAMES
        + " DNS names in lower case, such as \"etcd.example.org\" or \"*.example.org\", and IP"
        + " addresses";
  }

  @Override
  public Optional<List<String>> read(
      String path, @Nullable Object raw, Consumer<SpecError> errors) {
    if (!(raw instanceof List<?> given) || given.size() > MOST_NAMES) {
      errors.accept(SpecError.of(path, raw, "expected " + allowed()));
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    boolean sound = true;
    for (Object item : given) {
      Optional<String> name = ScalarKind.text(item).filter(SubjectName::isValid);
      if (name.isEmpty()) {
        errors.accept(SpecError.of(path, item, "expected " + allowed()));
        sound = false;
      } else if (names.contains(name.get())) {
        errors.accept(SpecError.of(path, item, "given twice; keep one of them"));
        sound = false;
      } else {
        names.add(name.get());
      }
    }
    return sound ? Optional.of(names) : Optional.empty();
  }

  @Override
  public Object write(List<String> value) {
    return value;
  }
}
