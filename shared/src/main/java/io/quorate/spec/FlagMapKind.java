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
  private static final String CHECKPOINT = "experimental-enable-lease-checkpoint";
  private static final String CHECKPOINT_PERSIST = CHECKPOINT + "-persist";
  private static final Pattern TRUE = Pattern.compile("1|[tT]|true|True|TRUE");
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
    if (truth(read, CHECKPOINT_PERSIST) && !truth(read, CHECKPOINT)) {
      fail.accept(
          SpecError.of(
              path + "." + CHECKPOINT_PERSIST,
              read.get(CHECKPOINT_PERSIST),
              "expected " + CHECKPOINT + " to be true, too; etcd would not start with it"));
    }
    return sound[0] ? Optional.of(read) : Optional.empty();
  }

  private static boolean truth(Map<String, String> flags, String flag) {
    return TRUE.matcher(flags.getOrDefault(flag, "")).matches();
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
    } else if (!EtcdFlags.value(flag.get()).accepts(value.get())) {
      errors.accept(
          SpecError.of(
              path,
              raw,
              "expected "
                  + EtcdFlags.value(flag.get()).allowed()
                  + "; etcd would not start with it"));
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
