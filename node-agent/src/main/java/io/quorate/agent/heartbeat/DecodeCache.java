package io.quorate.agent.heartbeat;

import io.quorate.store.Item;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * What one record says, understood anew only when it changed: nearly every heartbeat brings back
 * the same spec, and understanding that is most of what the heartbeat costs.
 */
final class DecodeCache<T> {
  private final BiFunction<Map<String, Object>, String, T> codec;
  private Optional<Known<T>> last = Optional.empty();

  private record Known<T>(Map<String, Object> attributes, T value) {}

  DecodeCache(BiFunction<Map<String, Object>, String, T> codec) {
    this.codec = codec;
  }

  T of(Item item) {
    Known<T> known =
        last.filter(before -> before.attributes().equals(item.attributes()))
            .orElseGet(
                () ->
                    new Known<>(
                        item.attributes(), codec.apply(item.attributes(), item.key().toString())));
    last = Optional.of(known);
    return known.value();
  }
}
