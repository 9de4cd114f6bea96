package io.quorate.dynamodb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Plain values to and from DynamoDB's: strings, whole numbers, flags, lists and maps. */
final class AttributeValues {
  private AttributeValues() {}

  static Map<String, AttributeValue> of(Map<String, Object> attributes) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    attributes.forEach((name, value) -> values.put(name, of(value)));
    return values;
  }

  static AttributeValue of(Object value) {
    return switch (value) {
      case String text -> AttributeValue.fromS(text);
      case Long number -> AttributeValue.fromN(Long.toString(number));
      case Integer number -> AttributeValue.fromN(Integer.toString(number));
      case Boolean flag -> AttributeValue.fromBool(flag);
      case List<?> list -> AttributeValue.fromL(list.stream().map(AttributeValues::of).toList());
      case Map<?, ?> map -> ofMap(map);
      default ->
          throw new IllegalArgumentException(
              "attribute of "
                  + value.getClass()
                  + ": expected a string, whole number, flag, list or map");
    };
  }

  private static AttributeValue ofMap(Map<?, ?> map) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    map.forEach((name, value) -> values.put((String) name, of(value)));
    return AttributeValue.fromM(values);
  }

  static Map<String, Object> plain(Map<String, AttributeValue> values) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    values.forEach((name, value) -> attributes.put(name, plain(value)));
    return attributes;
  }

  // What no record of ours holds becomes text: then its reader refuses that one record, if it needs
  // the attribute at all, and the records beside it are read.
  private static Object plain(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> whole(value.n());
      case BOOL -> value.bool();
      case L -> plain(value.l());
      case M -> plain(value.m());
      case B, SS, NS, BS, NUL, UNKNOWN_TO_SDK_VERSION -> value.toString();
    };
  }

  private static Object whole(String number) {
    try {
      return Long.parseLong(number);
    } catch (NumberFormatException fraction) {
      return number;
    }
  }

  private static List<Object> plain(List<AttributeValue> values) {
    List<Object> list = new ArrayList<>();
    values.forEach(value -> list.add(plain(value)));
    return list;
  }
}
