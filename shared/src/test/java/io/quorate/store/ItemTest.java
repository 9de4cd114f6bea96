package io.quorate.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.model.ClusterName;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemTest {
  /** Such a record was written once, and nobody could read it: its controller halted. */
  @ParameterizedTest
  @ValueSource(strings = {"cluster", "record"})
  void anAttributeNamedLikeTheKeyIsRefused(String name) {
    Key key = Keys.status(new ClusterName("demo"));

    assertThatThrownBy(() -> new Item(key, Map.of(name, "value")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + name + "'");
  }
}
