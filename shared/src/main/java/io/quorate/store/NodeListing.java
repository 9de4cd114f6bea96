package io.quorate.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The rows of one cluster in the nodes table, read with bounds. Any agent can write rows of its
 * cluster, as many and as large as it likes, and all clusters share the reader's memory and time.
 *
 * @param rows in the order of their keys, without those that are too large
 * @param large the keys of those, with how many bytes each has at least
 * @param whole whether these are all; otherwise reading stopped at a bound
 */
public record NodeListing(List<Item> rows, Map<String, Long> large, boolean whole) {
  /** More rows are not read; a cluster has as many as it had instances lately. */
  public static final int MOST_ROWS = 2_000;

  /** Of a larger row only the key is kept; an agent writes two kilobytes. */
  public static final int LARGEST_ROW = 64 * 1024;

  /** More bytes are not read, those of large rows included. */
  public static final long MOST_BYTES = 8L << 20;

  private static final int NAMED = 5;
  private static final int NUMBER = 8;

  public NodeListing {
    rows = List.copyOf(rows);
    large = Map.copyOf(large);
  }

  /** The same bounds over what was read already. */
  static NodeListing of(List<Item> items) {
    Reading reading = new Reading();
    for (Item item : items) {
      if (!reading.add(item)) {
        return reading.listing(false);
      }
    }
    return reading.listing(true);
  }

  /** Why the rest was not read, and which rows take the room. */
  public String excess(String cluster) {
    String largest =
        large.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(NAMED)
            .map(row -> row.getKey() + " (" + row.getValue() + " bytes)")
            .collect(Collectors.joining(", "));
    return "the nodes table holds more than %d rows or %d bytes of cluster %s, and no more are read%s"
            .formatted(
                MOST_ROWS,
                MOST_BYTES,
                cluster,
                largest.isEmpty() ? "" : "; the largest: " + largest)
        + ": have an administrator delete the rows of instances that are not the cluster's";
  }

  /** Collects rows, page by page, so that no page is kept. */
  public static final class Reading {
    private final List<Item> rows = new ArrayList<>();
    private final Map<String, Long> large = new TreeMap<>();
    private long bytes;

    /** Adds the next row; false where no more may be read, and it was not added. */
    public boolean add(Item row) {
      long size = size(row.attributes());
      if (rows.size() + large.size() == MOST_ROWS || bytes + size > MOST_BYTES) {
        if (size > LARGEST_ROW) {
          large.put(row.key().sort(), size);
        }
        return false;
      }
      bytes += size;
      if (size > LARGEST_ROW) {
        large.put(row.key().sort(), size);
      } else {
        rows.add(row);
      }
      return true;
    }

    /** What was collected. */
    public NodeListing listing(boolean whole) {
      return new NodeListing(rows, large, whole);
    }

    private static long size(Object value) {
      return switch (value) {
        case String text -> text.length();
        case Map<?, ?> map ->
            map.entrySet().stream().mapToLong(e -> size(e.getKey()) + size(e.getValue())).sum();
        case List<?> list -> list.stream().mapToLong(Reading::size).sum();
        default -> NUMBER;
      };
    }
  }
}
