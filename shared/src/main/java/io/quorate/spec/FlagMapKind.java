package io.quorate.spec;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A map of etcd flags: names normalised, every one held against {@link DeniedFlags}. */
public record FlagMapKind() implements FieldKind<Map<String, String>> {
  private static final int MOST_FLAGS = 64;
  private static final Pattern VALUE = Pattern.compile("[^\\p{Cntrl}]{0,1024}");

  @Override
  public String type() {
    return "map of flag to text";
  }

  @Override
  public String allowed() {
    return "a map of at most "
        + MOST_FLAGS
        + " etcd flags to their values, names with or without leading dashes";
  }

  @Override
  public Optional<Map<String, String>> read(
      String path, @Nullable Object raw, Consumer<SpecError> errors) {
    if (!(raw instanceof Map<?, ?> flags) || flags.size() > MOST_FLAGS) {
      errors.accept(SpecError.of(path, raw, "expected " + allowed()));
      return Optional.empty();
    }
    Map<String, String> read = new TreeMap<>();
    boolean[] sound = {true};
    Consumer<SpecError> fail =
        error -> {
          sound[0] = false;
          errors.accept(error);
        };
    flags.forEach(
        (name, value) -> readFlag(path + "." + name, String.valueOf(name), value, read, fail));
    return sound[0] ? Optional.of(read) : Optional.empty();
  }

  private static void readFlag(
      String path,
      String written,
      @Nullable Object raw,
      Map<String, String> read,
      Consumer<SpecError> errors) {
    String name = EtcdFlagName.normalise(written);
    Optional<DeniedFlags.Denial> denial = DeniedFlags.find(name);
    Optional<String> flag = EtcdFlags.find(name);
    Optional<String> value = ScalarKind.text(raw).filter(VALUE.asMatchPredicate());
    if (denial.isPresent()) {
      errors.accept(SpecError.of(path, raw, "refused: " + denial.get().reason()));
    } else if (flag.isEmpty()) {
      String near =
          EtcdFlags.nearest(name).map(known -> "; did you mean " + known + "?").orElse("");
      errors.accept(
          SpecError.of(path, raw, "etcd 3.5 has no such flag and would not start" + near));
    } else if (value.isEmpty()) {
      errors.accept(
          SpecError.of(path, raw, "expected text, a number, true or false, in one line of 1024"));
    } else if (read.putIfAbsent(flag.get(), value.get()) != null) {
      errors.accept(
          SpecError.of(path, raw, "the flag " + flag.get() + " is given twice; keep one of them"));
    }
  }

  @Override
  public Object write(Map<String, String> value) {
    return value;
  }
}
