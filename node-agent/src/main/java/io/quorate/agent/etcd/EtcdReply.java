package io.quorate.agent.etcd;

import java.util.Optional;

/** What one call to one endpoint came to. */
public sealed interface EtcdReply<T> {
  /** The answer. */
  record Answer<T>(T value) implements EtcdReply<T> {}

  /** No answer, and why. */
  record Refused<T>(EtcdRefusal refusal, String message) implements EtcdReply<T> {}

  /** The answer, if there is one. */
  default Optional<T> answer() {
    return switch (this) {
      case Answer<T> answer -> Optional.of(answer.value());
      case Refused<T> refused -> Optional.empty();
    };
  }
}
