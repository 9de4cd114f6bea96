package io.quorate.etcdmodel.differential;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is seen of real etcd, asked through its JSON gateway. */
final class RealLook {
  private final RealCalls calls;
  private final SortedMap<Integer, RealProcess> processes;
  private final SortedMap<String, Long> terms = new TreeMap<>();

  RealLook(RealCalls calls, SortedMap<Integer, RealProcess> processes) {
    this.calls = calls;
    this.processes = processes;
  }

  SeenState look() {
    SortedMap<Integer, String> seen = new TreeMap<>();
    processes.forEach((place, process) -> seen.put(place, look(place, process)));
    return new SeenState(seen);
  }

  private String look(int place, RealProcess process) {
    if (!process.running()) {
      return Normal.exit(process.exitCode());
    }
    if (process.frozen()) {
      return "frozen";
    }
    JsonGateway.Reply status = calls.post(place, "maintenance/status", Map.of());
    JsonGateway.Reply range =
        calls.post(
            place, "kv/range", Map.of("key", "AA==", "range_end", "AA==", "serializable", true));
    if (!(status instanceof JsonGateway.Reply.Ok state)
        || !(range instanceof JsonGateway.Reply.Ok kv)) {
      return "starting";
    }
    Map<String, Object> header = JsonGateway.object(state.body(), "header");
    boolean learner = "true".equals(JsonGateway.text(state.body(), "isLearner"));
    SortedMap<String, String> keys = keys(kv.body());
    return SeenState.running(
        Long.toHexString(JsonGateway.number(header, "cluster_id")),
        learner ? "learner" : memberWords(place),
        JsonGateway.number(JsonGateway.object(kv.body(), "header"), "revision"),
        keys.size(),
        keys.hashCode(),
        JsonGateway.number(state.body(), "leader") != 0);
  }

  private String memberWords(int place) {
    List<String> words =
        calls.members(place).stream()
            .map(
                m ->
                    SeenState.member(
                        RealCalls.placeOf(m),
                        "true".equals(JsonGateway.text(m, "isLearner")),
                        !JsonGateway.text(m, "name").isEmpty()))
            .sorted()
            .toList();
    return String.join(" ", words);
  }

  private static SortedMap<String, String> keys(Map<String, Object> range) {
    SortedMap<String, String> keys = new TreeMap<>();
    for (Map<String, Object> pair : JsonGateway.objects(range, "kvs")) {
      keys.put(plain(pair, "key"), plain(pair, "value"));
    }
    return keys;
  }

  private static String plain(Map<String, Object> pair, String field) {
    return new String(
        Base64.getDecoder().decode(JsonGateway.text(pair, field)), StandardCharsets.UTF_8);
  }

  /** The places that lead, those left out whom a newer term of the same cluster has replaced. */
  List<Integer> leaders() {
    SortedMap<String, Long> newest = new TreeMap<>();
    SortedMap<String, Integer> leaders = new TreeMap<>();
    for (int place : processes.keySet()) {
      if (asked(place) instanceof JsonGateway.Reply.Ok ok) {
        Map<String, Object> header = JsonGateway.object(ok.body(), "header");
        long leader = JsonGateway.number(ok.body(), "leader");
        long term = JsonGateway.number(header, "raft_term");
        String cluster = JsonGateway.text(header, "cluster_id");
        terms.merge(cluster, term, Math::max);
        if (leader != 0
            && leader == JsonGateway.number(header, "member_id")
            && term > newest.getOrDefault(cluster, -1L)) {
          newest.put(cluster, term);
          leaders.put(cluster, place);
        }
      }
    }
    return List.copyOf(leaders.values());
  }

  private JsonGateway.Reply asked(int place) {
    RealProcess process = processes.get(place);
    return process != null && process.running() && !process.frozen()
        ? calls.post(place, "maintenance/status", Map.of())
        : new JsonGateway.Reply.NotReached();
  }

  /** The newest term of each cluster, as far as {@link #leaders()} has seen. */
  SortedMap<String, Long> terms() {
    return new TreeMap<>(terms);
  }
}
