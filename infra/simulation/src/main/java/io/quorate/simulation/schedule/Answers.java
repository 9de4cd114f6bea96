package io.quorate.simulation.schedule;

import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.WriteResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers in words for a transcript. Of a row only what differs from when the transcript last
 * showed it: attributes by their path, the old value and the new one. Of another answer only the
 * parts in which it differs from the one before to the same question.
 */
final class Answers {
  private static final String AS_BEFORE = "as before";
  private static final String PART = ", ";
  private static final int LONGEST_VALUE = 160;

  private final Map<Key, Map<String, String>> shown = new HashMap<>();
  private final Map<String, String> answered = new HashMap<>();

  /**
   * The words for an answer.
   *
   * @param question whom asked what
   */
  String words(String question, @Nullable Object answer) {
    return switch (answer) {
      case Map<?, ?> found when rows(found.values()) -> differences(found.values());
      case List<?> found when rows(found) -> differences(found);
      case WriteResult.Written written -> "written" + differences(": ", written.updated());
      case WriteResult.Refused no ->
          "refused, for " + no.keys() + differences(" is not as expected: ", no.existing());
      case null, default -> plain(question, String.valueOf(answer));
    };
  }

  private String plain(String question, String words) {
    String before = answered.put(question, words);
    if (before == null) {
      return words;
    }
    return words.equals(before) ? AS_BEFORE : changed(before, words);
  }

  /** Part by part, as they stand between commas; whole where that is no longer. */
  private static String changed(String before, String words) {
    List<String> old = List.of(before.split(PART, -1));
    List<String> now = List.of(words.split(PART, -1));
    String came = String.join(PART, now.stream().filter(part -> !old.contains(part)).toList());
    String gone = String.join(PART, old.stream().filter(part -> !named(part, now)).toList());
    String shorter = "now " + came + (gone.isEmpty() ? "" : ", no more " + gone);
    return shorter.length() < words.length() ? shorter : words;
  }

  /** Whether a part of this name, before its value, is among them. */
  private static boolean named(String part, List<String> parts) {
    String name = part.substring(0, part.lastIndexOf('=') + 1);
    return name.isEmpty()
        ? parts.contains(part)
        : parts.stream().anyMatch(other -> other.startsWith(name));
  }

  private static boolean rows(Collection<?> values) {
    return !values.isEmpty() && values.stream().allMatch(Item.class::isInstance);
  }

  private String differences(String before, Optional<Item> row) {
    return row.map(item -> before + differences(List.of(item))).orElse("");
  }

  private String differences(Collection<?> rows) {
    String words =
        rows.stream()
            .map(Item.class::cast)
            .sorted((one, other) -> one.key().toString().compareTo(other.key().toString()))
            .map(this::difference)
            .filter(difference -> !difference.isEmpty())
            .collect(Collectors.joining("; "));
    return words.isEmpty() ? AS_BEFORE : words;
  }

  private String difference(Item row) {
    Map<String, String> now = new TreeMap<>();
    flatten("", row.attributes(), now);
    Map<String, String> before = shown.put(row.key(), now);
    if (before == null) {
      return row.key() + " new " + now;
    }
    List<String> differing = new ArrayList<>();
    now.forEach(
        (path, value) -> {
          String old = before.get(path);
          if (old == null) {
            differing.add(path + ": +" + value);
          } else if (!old.equals(value)) {
            differing.add(path + ": " + old + " -> " + value);
          }
        });
    before.keySet().stream()
        .filter(path -> !now.containsKey(path))
        .forEach(path -> differing.add(path + ": gone"));
    return differing.isEmpty() ? "" : row.key() + " " + differing;
  }

  private static void flatten(String path, @Nullable Object value, Map<String, String> into) {
    switch (value) {
      case Map<?, ?> fields ->
          fields.forEach((name, field) -> flatten(join(path, Objects.toString(name)), field, into));
      case List<?> values -> {
        for (int n = 0; n < values.size(); n++) {
          flatten(path + "[" + n + "]", values.get(n), into);
        }
      }
      case null, default -> into.put(path, shortened(String.valueOf(value)));
    }
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static String shortened(String value) {
    return value.length() <= LONGEST_VALUE
        ? value
        : value.substring(0, LONGEST_VALUE) + "… (" + value.length() + " characters)";
  }
}
