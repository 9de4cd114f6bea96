package io.quorate.spec;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A value that one piece of text says; numbers and truth values of a tree are read as text. */
public record ScalarKind<T>(
    String type, String allowed, Function<String, Optional<T>> parse, Function<T, Object> print)
    implements FieldKind<T> {
  private static final String OFF = "off";
  private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9/._@+-]{1,511}");
  private static final Pattern SECRET =
      Pattern.compile(
          "arn:aws[a-z-]{0,16}:secretsmanager:[a-z0-9-]{4,32}:\\d{12}:secret:"
              + "[A-Za-z0-9/_+=.@-]{1,505}-[A-Za-z0-9]{6}");
  private static final Pattern WHOLE_NUMBER = Pattern.compile("\\d{1,18}");

  /** A duration from a least to a most, both included. */
  static ScalarKind<Duration> duration(String least, String most) {
    Duration min = DurationText.parse(least).orElseThrow();
    Duration max = DurationText.parse(most).orElseThrow();
    return new ScalarKind<>(
        "duration",
        DurationText.EXAMPLES + ", from " + least + " to " + most,
        text -> DurationText.parse(text).filter(within(min, max)),
        DurationText::print);
  }

  /** A duration from a least to a most, both included, or {@code off}: empty. */
  static ScalarKind<Optional<Duration>> durationOrOff(String least, String most) {
    ScalarKind<Duration> duration = duration(least, most);
    return new ScalarKind<>(
        "duration or off",
        "off, or " + duration.allowed(),
        text -> {
          Optional<Duration> found = duration.parse().apply(text);
          return text.equals(OFF) || found.isPresent() ? Optional.of(found) : Optional.empty();
        },
        value -> value.map(DurationText::print).orElse(OFF));
  }

  /** A size from a least to a most, both included. */
  static ScalarKind<ByteSize> size(String least, String most) {
    ByteSize min = ByteSize.parse(least).orElseThrow();
    ByteSize max = ByteSize.parse(most).orElseThrow();
    return new ScalarKind<>(
        "size",
        ByteSize.EXAMPLES + ", from " + least + " to " + most,
        text -> ByteSize.parse(text).filter(within(min, max)),
        ByteSize::toString);
  }

  /** A whole number from a least to a most, both included. */
  static ScalarKind<Long> count(long min, long max) {
    return new ScalarKind<>(
        "whole number",
        "a whole number from " + min + " to " + max,
        text -> wholeNumber(text).filter(within(min, max)),
        value -> value);
  }

  /** An absolute path on a node. */
  static ScalarKind<String> path() {
    return new ScalarKind<>(
        "path",
        "an absolute path such as \"/etc/etcd/peer.pem\", of at most 512 letters, digits and"
            + " /._@+-",
        text -> Optional.of(text).filter(PATH.asMatchPredicate()),
        value -> value);
  }

  /** A secret of AWS Secrets Manager: policies name it by its whole ARN. */
  static ScalarKind<String> secret() {
    return new ScalarKind<>(
        "secret",
        "the whole ARN of a secret of AWS Secrets Manager, with the six characters at its end",
        text -> Optional.of(text).filter(SECRET.asMatchPredicate()),
        value -> value);
  }

  /** Yes or no. */
  static ScalarKind<Boolean> truth() {
    return new ScalarKind<>(
        "true or false",
        "true or false",
        text -> Optional.of(text).filter(List.of("true", "false")::contains).map(Boolean::valueOf),
        value -> value.toString());
  }

  /** One word of a few. */
  static ScalarKind<String> choice(String... words) {
    List<String> known = List.of(words);
    return new ScalarKind<>(
        "one of " + String.join(", ", known),
        "one of " + String.join(", ", known),
        text -> Optional.of(text).filter(known::contains),
        value -> value);
  }

  /** Reads a plain whole number of at most 18 digits. */
  static Optional<Long> wholeNumber(String text) {
    return Optional.of(text).filter(WHOLE_NUMBER.asMatchPredicate()).map(Long::valueOf);
  }

  private static <C extends Comparable<C>> Predicate<C> within(C min, C max) {
    return value -> value.compareTo(min) >= 0 && value.compareTo(max) <= 0;
  }

  /** The text of a scalar in a tree; empty for maps, lists and nothing. */
  static Optional<String> text(@Nullable Object raw) {
    return raw instanceof String || raw instanceof Number || raw instanceof Boolean
        ? Optional.of(raw.toString())
        : Optional.empty();
  }

  @Override
  public Optional<T> read(String path, @Nullable Object raw, Consumer<SpecError> errors) {
    Optional<T> value = text(raw).flatMap(parse);
    if (value.isEmpty()) {
      errors.accept(SpecError.of(path, raw, "expected " + allowed));
    }
    return value;
  }

  @Override
  public Object write(T value) {
    return print.apply(value);
  }
}
