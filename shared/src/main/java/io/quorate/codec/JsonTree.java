package io.quorate.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tree as JSON text and back: attributes keep their order, whole numbers are longs; nulls and
 * fractions have no place in a tree.
 */
public final class JsonTree {
  private static final JSON PLAIN =
      JSON.std.with(JSON.Feature.FAIL_ON_DUPLICATE_MAP_KEYS).without(JSON.Feature.USE_FIELDS);
  private static final JSON PRETTY = PLAIN.with(JSON.Feature.PRETTY_PRINT_OUTPUT);

  private JsonTree() {}

  /** The tree on one line. */
  public static String write(Map<String, Object> tree) {
    return text(PLAIN, tree);
  }

  /** The tree for people, indented, with a line break at its end. */
  public static String pretty(Map<String, Object> tree) {
    return text(PRETTY, tree) + "\n";
  }

  /**
   * Reads one JSON object.
   *
   * @param where what the text is, for the error
   * @throws UnreadableRecordException naming the place, and what is wrong there
   */
  public static Map<String, Object> read(String text, String where) {
    try (JsonParser parser = PLAIN.createParser(text)) {
      Map<String, Object> tree = map(PLAIN.mapFrom(parser), where);
      if (parser.nextToken() != null) {
        throw new UnreadableRecordException(
            where + ": more than one JSON value; expected one object and nothing after it", null);
      }
      return tree;
    } catch (JsonProcessingException e) {
      throw new UnreadableRecordException(where + ": no JSON object: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IllegalStateException("reading a text in memory failed", e);
    }
  }

  private static String text(JSON json, Map<String, Object> tree) {
    try {
      return json.asString(tree);
    } catch (IOException e) {
      throw new IllegalArgumentException("no plain tree: " + tree, e);
    }
  }

  private static Map<String, Object> map(Map<?, ?> parsed, String where) {
    Map<String, Object> tree = new LinkedHashMap<>();
    parsed.forEach((name, value) -> tree.put((String) name, value(value, where + "." + name)));
    return tree;
  }

  private static Object value(@Nullable Object parsed, String where) {
    if (parsed instanceof Map<?, ?> nested) {
      return map(nested, where);
    }
    if (parsed instanceof List<?> list) {
      List<Object> values = new ArrayList<>();
      list.forEach(element -> values.add(value(element, where)));
      return values;
    }
    if (parsed instanceof Integer number) {
      return number.longValue();
    }
    if (parsed instanceof String || parsed instanceof Long || parsed instanceof Boolean) {
      return parsed;
    }
    throw new UnreadableRecordException(
        where + " is '" + parsed + "', expected a text, a whole number, a flag, a list or a map",
        null);
  }
}
