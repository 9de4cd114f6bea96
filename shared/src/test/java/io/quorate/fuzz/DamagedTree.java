package io.quorate.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Changes a tree of texts, whole numbers, flags, lists and maps at one to three places. */
public final class DamagedTree {
  private static final int DEEP = 200;
  private static final int LONG_TEXT = 390_000;
  private static final int LONG_LIST = 5000;
  private static final List<Object> ODD =
      List.of(
          "",
          " ",
          "\0",
          "../../x",
          "\ud800",
          "\ud83d\ude00",
          "i-0",
          "-1",
          "9".repeat(40),
          "NaN",
          "ffffffffffffffff",
          "2026-01-02T03:04:05Z",
          "+1000000000-12-31T23:59:59.999999999Z",
          "-1000000000-01-01T00:00:00Z",
          "2026-02-30T00:00:00Z",
          "PT-1S",
          "https://[::1]:99999",
          "null",
          "%s%n",
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          Long.MAX_VALUE / 1000,
          -1L,
          0L,
          1L << 31,
          true,
          false,
          List.of(),
          Map.of());

  private DamagedTree() {}

  /** A changed copy. */
  @SuppressWarnings("unchecked") // A map stays one, with text keys.
  public static Map<String, Object> of(Map<String, Object> sample, SplittableRandom random) {
    Object changed = sample;
    int times = 1 + random.nextInt(3);
    for (int n = 0; n < times; n++) {
      changed = change(changed, sample, random);
    }
    return changed instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of("x", changed);
  }

  /** At this place, or somewhere below it. */
  private static Object change(Object at, Object whole, SplittableRandom random) {
    if (at instanceof Map<?, ?> map && !map.isEmpty()) {
      Map<Object, Object> copy = new LinkedHashMap<>(map);
      Object key = pick(new ArrayList<>(map.keySet()), random);
      switch (random.nextInt(8)) {
        case 0 -> copy.remove(key);
        case 1 -> copy.put(key + "x", copy.remove(key));
        case 2 -> copy.put(key, odd(whole, random));
        default -> copy.put(key, change(copy.get(key), whole, random));
      }
      return copy;
    }
    if (at instanceof List<?> list && !list.isEmpty()) {
      List<Object> copy = new ArrayList<>(list);
      int index = random.nextInt(copy.size());
      switch (random.nextInt(6)) {
        case 0 -> copy.remove(index);
        case 1 -> copy.add(index, copy.get(index));
        case 2 -> copy.add(index, odd(whole, random));
        default -> copy.set(index, change(copy.get(index), whole, random));
      }
      return copy;
    }
    return switch (random.nextInt(4)) {
      case 0 -> at instanceof String text && !text.isEmpty() ? cut(text, random) : odd(at, random);
      case 1 -> at instanceof Long number ? number + random.nextInt(-2, 3) : odd(whole, random);
      default -> odd(whole, random);
    };
  }

  private static String cut(String text, SplittableRandom random) {
    int from = random.nextInt(text.length());
    return switch (random.nextInt(3)) {
      case 0 -> text.substring(from);
      case 1 -> text.substring(0, from);
      default -> text.substring(0, from) + (char) random.nextInt(1 << 16) + text.substring(from);
    };
  }

  private static Object odd(Object whole, SplittableRandom random) {
    return switch (random.nextInt(40)) {
      case 0 -> "x".repeat(LONG_TEXT);
      case 1 -> nested(random.nextBoolean());
      case 2 -> java.util.Collections.nCopies(LONG_LIST, pick(ODD, random));
      case 3, 4, 5, 6, 7, 8 -> anywhere(whole, random);
      case 9 -> random.nextLong();
      default -> pick(ODD, random);
    };
  }

  /** What stands somewhere else in the same tree. */
  private static Object anywhere(Object tree, SplittableRandom random) {
    Object at = tree;
    while (random.nextInt(4) > 0) {
      if (at instanceof Map<?, ?> map && !map.isEmpty()) {
        at = pick(new ArrayList<>(map.values()), random);
      } else if (at instanceof List<?> list && !list.isEmpty()) {
        at = pick(list, random);
      } else {
        return at;
      }
    }
    return at;
  }

  private static Object nested(boolean lists) {
    Object at = "x";
    for (int n = 0; n < DEEP; n++) {
      at = lists ? List.of(at) : Map.of("x", at);
    }
    return at;
  }

  private static <T> T pick(List<T> from, SplittableRandom random) {
    return from.get(random.nextInt(from.size()));
  }
}
