package io.quorate.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeTest {
  @Test
  void keepsOrderAndKinds() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("z", 1L);
    tree.put("a", List.of(true, "x", Map.of("n", Long.MAX_VALUE)));
    tree.put("m", Map.of());

    String text = JsonTree.write(tree);

    assertThat(text).isEqualTo("{\"z\":1,\"a\":[true,\"x\",{\"n\":9223372036854775807}],\"m\":{}}");
    assertThat(JsonTree.read(text, "t")).isEqualTo(tree);
    assertThat(JsonTree.read(JsonTree.pretty(tree), "t").keySet()).containsExactly("z", "a", "m");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "3",
        "{",
        "{\"a\":}",
        "{\"a\":1.5}",
        "{\"a\":null}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":99999999999999999999}",
        "{} {}",
        "{\"a\":1}trailing"
      })
  void refusesWhatIsNoTreeAndSaysWhere(String text) {
    assertThatThrownBy(() -> JsonTree.read(text, "journal.json"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("journal.json");
  }
}
