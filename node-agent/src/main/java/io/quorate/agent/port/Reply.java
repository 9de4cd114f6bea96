package io.quorate.agent.port;

import java.util.Optional;
import java.util.function.Function;

/** What came of a call to an etcd endpoint. A timed-out call is unknown: observe, never assume. */
public sealed interface Reply<T> {
  /** It answered. */
  record Answered<T>(T value) implements Reply<T> {}

  /** etcd said no; nothing changed. */
  record Refused<T>(Refusal why, String detail) implements Reply<T> {}

  /** No answer in time, or no connection: whether it had an effect must be observed. */
  record Unknown<T>(String detail) implements Reply<T> {}

  /** The answer, where there is one. */
  default Optional<T> answer() {
    return switch (this) {
      case Answered<T> answered -> Optional.of(answered.value());
      case Refused<T> refused -> Optional.empty();
      case Unknown<T> unknown -> Optional.empty();
    };
  }

  /** The same reply about something else. */
  default <R> Reply<R> map(Function<T, R> with) {
    return switch (this) {
      case Answered<T> answered -> new Answered<>(with.apply(answered.value()));
      case Refused<T> refused -> new Refused<>(refused.why(), refused.detail());
      case Unknown<T> unknown -> new Unknown<>(unknown.detail());
    };
  }

  /** What it says, for people. */
  default String words() {
    return switch (this) {
      case Answered<T> answered -> "answered " + answered.value();
      case Refused<T> refused -> refused.why() + ": " + refused.detail();
      case Unknown<T> unknown -> "unknown: " + unknown.detail();
    };
  }
}
