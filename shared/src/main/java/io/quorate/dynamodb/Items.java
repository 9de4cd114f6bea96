package io.quorate.dynamodb;

import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Table;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Records to and from DynamoDB items: the key's attributes stand among the others there. */
final class Items {
  private Items() {}

  static Map<String, AttributeValue> of(Item item) {
    Map<String, AttributeValue> values = new LinkedHashMap<>(TableNames.key(item.key()));
    values.putAll(AttributeValues.of(item.attributes()));
    return values;
  }

  static Item read(Table table, Map<String, AttributeValue> values) {
    Map<String, Object> attributes = AttributeValues.plain(values);
    Object partition = attributes.remove(TableNames.PARTITION);
    Object sort = attributes.remove(TableNames.sortKey(table));
    if (!(partition instanceof String partitionText) || !(sort instanceof String sortText)) {
      throw new IllegalArgumentException(
          "item of " + table + " with key (" + partition + ", " + sort + "): expected two strings");
    }
    return new Item(new Key(table, partitionText, sortText), attributes);
  }
}
