package io.quorate.dynamodb;

import io.quorate.fuzz.Fuzz;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items with attributes of types that Quorate never writes. */
class FuzzedItemsTest {
  private static final Item SAMPLE =
      new Item(
          new Key(Table.NODES, "demo", "i-1"),
          Map.of("text", "x", "number", 1L, "list", List.of("x", 2L), "map", Map.of("flag", true)));

  @Test
  void anItemIsReadWhateverTypesItsAttributesHave() {
    Fuzz.run("item", Items.of(SAMPLE), FuzzedItemsTest::damaged, FuzzedItemsTest::read);
  }

  private static boolean read(Map<String, AttributeValue> item) {
    try {
      Items.read(Table.NODES, item);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Map<String, AttributeValue> damaged(
      Map<String, AttributeValue> item, SplittableRandom random) {
    Map<String, AttributeValue> damaged = new LinkedHashMap<>(item);
    List<String> names = List.copyOf(item.keySet());
    damaged.put(names.get(random.nextInt(names.size())), odd(random, 0));
    return damaged;
  }

  private static AttributeValue odd(SplittableRandom random, int depth) {
    AttributeValue inner = depth < 30 ? odd(random, depth + 1) : AttributeValue.fromNul(true);
    return switch (random.nextInt(14)) {
      case 0 -> AttributeValue.fromNul(true);
      case 1 -> AttributeValue.fromB(SdkBytes.fromUtf8String("x"));
      case 2 -> AttributeValue.fromN("9".repeat(38));
      case 3 -> AttributeValue.fromN("1.5");
      case 4 -> AttributeValue.fromN("1E+125");
      case 5 -> AttributeValue.fromN("-9223372036854775809");
      case 6 -> AttributeValue.fromSs(List.of("x", "y"));
      case 7 -> AttributeValue.fromNs(List.of("1", "2"));
      case 8 -> AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("x")));
      case 9 -> AttributeValue.fromS("");
      case 10 -> AttributeValue.fromBool(random.nextBoolean());
      case 11 -> AttributeValue.fromL(List.of(inner, inner));
      case 12 -> AttributeValue.fromM(Map.of("x", inner, "", inner));
      default -> AttributeValue.fromN(Long.toString(random.nextLong()));
    };
  }
}
