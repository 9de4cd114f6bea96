package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.Glob;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.JsonReplies;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;

/** How often who asked what: counted as a request arrives, whatever becomes of it. */
public final class RequestCounters implements ServiceEndpoint {
  /** Where {@link #handle} is. */
  public static final String PATH = "/_cloud/requests";

  private final Map<Key, LongAdder> counts = new ConcurrentHashMap<>();
  private final Set<String> denials = new ConcurrentSkipListSet<>();

  /** One line of the count. */
  public record Key(String principal, String service, String operation) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::principal)
            .thenComparing(Key::service)
            .thenComparing(Key::operation);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  void count(String principal, String service, String operation) {
    counts
        .computeIfAbsent(new Key(principal, service, operation), key -> new LongAdder())
        .increment();
  }

  void denied(String principal, AccessRequest request) {
    denials.add(principal + " " + request.action() + " " + request.resource());
  }

  /** Principal, action and resource of what was denied since the start, each once. */
  public List<String> denials() {
    return List.copyOf(denials);
  }

  /** All counts since the start or the last {@link #clear}. */
  public SortedMap<Key, Long> snapshot() {
    SortedMap<Key, Long> copy = new TreeMap<>();
    counts.forEach((key, count) -> copy.put(key, count.sum()));
    return copy;
  }

  /** The sum over all lines that three patterns match, with {@code *} for any run of characters. */
  public long count(Glob principal, Glob service, Glob operation) {
    return snapshot().entrySet().stream()
        .filter(line -> principal.matches(line.getKey().principal()))
        .filter(line -> service.matches(line.getKey().service()))
        .filter(line -> operation.matches(line.getKey().operation()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  public void clear() {
    counts.clear();
  }

  /** {@code GET /_cloud/requests} lists, {@code DELETE} starts anew. */
  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    return switch (call.method()) {
      case "GET" -> JsonReplies.ok(lines());
      case "DELETE" -> {
        clear();
        yield JsonReplies.ok(List.of());
      }
      default -> JsonReplies.methodNotAllowed(call, "GET, DELETE");
    };
  }

  private List<Map<String, Object>> lines() {
    return snapshot().entrySet().stream().map(RequestCounters::line).toList();
  }

  private static Map<String, Object> line(Map.Entry<Key, Long> entry) {
    return Map.of(
        "principal", entry.getKey().principal(),
        "service", entry.getKey().service(),
        "operation", entry.getKey().operation(),
        "count", entry.getValue());
  }
}
