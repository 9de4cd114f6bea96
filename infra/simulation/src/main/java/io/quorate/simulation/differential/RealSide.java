package io.quorate.simulation.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Real etcd processes as one side of the comparison. */
final class RealSide implements Side, AutoCloseable {
  private static final int PEER_PORT = 2390;
  private static final int LISTEN_PORT = 2380;

  private final String network;
  private final Path folder;
  private final Path tools;
  private final Gateway gateway = new Gateway();
  private final SortedMap<Integer, RealProcess> processes = new TreeMap<>();
  private final SortedMap<Integer, Relay> relays = new TreeMap<>();
  private final Set<Integer> cut = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> placeOf = new ConcurrentHashMap<>();

  RealSide(String network, Path folder, Path tools) {
    this.network = network;
    this.folder = folder;
    this.tools = tools;
    try {
      for (int i = 0; i < Place.COUNT; i++) {
        int number = i;
        relays.put(
            i,
            new Relay(place(i).address(), PEER_PORT, LISTEN_PORT, from -> refused(number, from)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean refused(int to, String from) {
    return cut.contains(to)
        || Optional.ofNullable(placeOf.get(from)).filter(cut::contains).isPresent();
  }

  private Place place(int number) {
    return new Place(network, number);
  }

  private Path data(int place) {
    return folder.resolve("d" + place);
  }

  private Optional<RealProcess> running(int place) {
    return Optional.ofNullable(processes.get(place)).filter(RealProcess::running);
  }

  @Override
  public void start(int place, Collection<Integer> listed, Begin begin, String token) {
    processes.put(
        place,
        RealProcess.start(
            tools.resolve("etcd"),
            place(place),
            data(place),
            Place.cluster(network, listed),
            begin == Begin.EXISTING,
            begin == Begin.FORCE,
            token));
  }

  @Override
  public String call(Op op) {
    String url = place(op.at()).clientUrl();
    return switch (op.kind()) {
      case PUT -> put(url, "k" + op.on(), "v" + op.on());
      case PUTS -> {
        String last = Normal.UNKNOWN;
        for (int i = 0; i < MANY; i++) {
          last = put(url, "m" + i, "v" + op.on());
        }
        yield last;
      }
      case READ -> words(post(url, "kv/range", Map.of("key", Gateway.base64("k0"))));
      case STALE ->
          words(post(url, "kv/range", Map.of("key", Gateway.base64("k0"), "serializable", true)));
      case MEMBERS -> words(post(url, "cluster/member/list", Map.of("linearizable", true)));
      case ADD, ADD_VOTER ->
          words(
              post(
                  url,
                  "cluster/member/add",
                  Map.of(
                      "peerURLs",
                      List.of(place(op.on()).peerUrl()),
                      "isLearner",
                      op.kind() == Op.Kind.ADD)));
      case PROMOTE -> words(post(url, "cluster/member/promote", Map.of("ID", id(op))));
      case REMOVE -> words(post(url, "cluster/member/remove", Map.of("ID", id(op))));
      case MOVE -> words(post(url, "maintenance/transfer-leadership", Map.of("targetID", id(op))));
      case KILL,
          TERM,
          START,
          WIPE_JOIN,
          WIPE_NEW,
          WIPE_ALONE,
          FREEZE,
          THAW,
          CUT,
          MEND,
          SETTLE,
          RESTORE,
          FORCE,
          COPY,
          ROLL_BACK ->
          throw new IllegalArgumentException(op + ": expected a call");
    };
  }

  private Gateway.Reply post(String url, String path, Map<String, Object> body) {
    return gateway.post(url, path, body, PATIENCE_MILLIS);
  }

  private String put(String url, String key, String value) {
    Gateway.Reply reply =
        post(url, "kv/put", Map.of("key", Gateway.base64(key), "value", Gateway.base64(value)));
    return reply instanceof Gateway.Reply.Ok ok
        ? "ok rev " + Gateway.number(Gateway.object(ok.body(), "header"), "revision")
        : words(reply);
  }

  private static String words(Gateway.Reply reply) {
    return switch (reply) {
      case Gateway.Reply.Ok ok -> "ok";
      case Gateway.Reply.Refused refused -> Normal.refusal(refused.error());
      case Gateway.Reply.Silent silent -> Normal.UNKNOWN;
      case Gateway.Reply.NotReached notReached -> Normal.NOT_REACHED;
    };
  }

  private String id(Op op) {
    for (Map<String, Object> member : members(op.at())) {
      if (placeOf(member) == op.on()) {
        return Gateway.text(member, "ID");
      }
    }
    return Long.toUnsignedString(NOBODY);
  }

  private static int placeOf(Map<String, Object> member) {
    List<?> urls = member.get("peerURLs") instanceof List<?> list ? list : List.of();
    return urls.isEmpty() ? -1 : Place.of(String.valueOf(urls.get(0)));
  }

  private List<Map<String, Object>> members(int place) {
    Gateway.Reply reply = post(place(place).clientUrl(), "cluster/member/list", Map.of());
    if (!(reply instanceof Gateway.Reply.Ok ok)) {
      return List.of();
    }
    List<Map<String, Object>> members = Gateway.objects(ok.body(), "members");
    members.forEach(m -> placeOf.put(Long.toHexString(Gateway.number(m, "ID")), placeOf(m)));
    return members;
  }

  @Override
  public void kill(int place) {
    Optional.ofNullable(processes.get(place)).ifPresent(RealProcess::kill);
  }

  @Override
  public void terminate(int place) {
    running(place).ifPresent(RealProcess::terminate);
  }

  @Override
  public void freeze(int place) {
    running(place).ifPresent(RealProcess::freeze);
  }

  @Override
  public void thaw(int place) {
    running(place).ifPresent(RealProcess::thaw);
  }

  @Override
  public void cut(int place, boolean off) {
    if (off) {
      cut.add(place);
      relays.values().forEach(Relay::recheck);
    } else {
      cut.remove(place);
    }
  }

  @Override
  public void wipe(int place) {
    delete(data(place));
  }

  static void delete(Path path) {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path copyOf(int place) {
    return folder.resolve("copy" + place);
  }

  @Override
  public void copy(int place) {
    delete(copyOf(place));
    RealProcess.run(List.of("cp", "-r", data(place).toString(), copyOf(place).toString()));
  }

  @Override
  public void rollBack(int place) {
    delete(data(place));
    RealProcess.run(List.of("cp", "-r", copyOf(place).toString(), data(place).toString()));
  }

  private Path snapshot() {
    return folder.resolve("snapshot.db");
  }

  @Override
  public boolean save(int place) {
    return RealProcess.run(
            List.of(
                tools.resolve("etcdctl").toString(),
                "--endpoints=" + place(place).clientUrl(),
                "--command-timeout=5s",
                "snapshot",
                "save",
                snapshot().toString()))
        == 0;
  }

  @Override
  public void restore(int place, String token) {
    delete(data(place));
    RealProcess.run(
        List.of(
            tools.resolve("etcdutl").toString(),
            "snapshot",
            "restore",
            snapshot().toString(),
            "--data-dir=" + data(place),
            "--name=" + place(place).name(),
            "--initial-cluster=" + place(place).name() + "=" + place(place).peerUrl(),
            "--initial-advertise-peer-urls=" + place(place).peerUrl(),
            "--initial-cluster-token=" + token,
            "--bump-revision=" + BUMP,
            "--mark-compacted"));
  }

  @Override
  public Seen look() {
    SortedMap<Integer, String> seen = new TreeMap<>();
    processes.forEach((place, process) -> seen.put(place, look(place, process)));
    return new Seen(seen);
  }

  private String look(int place, RealProcess process) {
    if (!process.running()) {
      return Normal.exit(process.exitCode());
    }
    if (process.frozen()) {
      return "frozen";
    }
    Gateway.Reply status = post(place(place).clientUrl(), "maintenance/status", Map.of());
    Gateway.Reply range =
        post(
            place(place).clientUrl(),
            "kv/range",
            Map.of("key", "AA==", "range_end", "AA==", "serializable", true));
    if (!(status instanceof Gateway.Reply.Ok state) || !(range instanceof Gateway.Reply.Ok kv)) {
      return "starting";
    }
    Map<String, Object> header = Gateway.object(state.body(), "header");
    boolean learner = "true".equals(Gateway.text(state.body(), "isLearner"));
    SortedMap<String, String> keys = keys(kv.body());
    return Seen.running(
        Long.toHexString(Gateway.number(header, "cluster_id")),
        learner ? "learner" : memberWords(place),
        Gateway.number(Gateway.object(kv.body(), "header"), "revision"),
        keys.size(),
        keys.hashCode(),
        Gateway.number(state.body(), "leader") != 0);
  }

  private String memberWords(int place) {
    List<String> words =
        members(place).stream()
            .map(
                m ->
                    Seen.member(
                        placeOf(m),
                        "true".equals(Gateway.text(m, "isLearner")),
                        !Gateway.text(m, "name").isEmpty()))
            .sorted()
            .toList();
    return String.join(" ", words);
  }

  private static SortedMap<String, String> keys(Map<String, Object> range) {
    SortedMap<String, String> keys = new TreeMap<>();
    for (Map<String, Object> pair : Gateway.objects(range, "kvs")) {
      keys.put(plain(pair, "key"), plain(pair, "value"));
    }
    return keys;
  }

  private static String plain(Map<String, Object> pair, String field) {
    return new String(
        java.util.Base64.getDecoder().decode(Gateway.text(pair, field)),
        java.nio.charset.StandardCharsets.UTF_8);
  }

  /** The places that lead, those left out whom a newer term of the same cluster has replaced. */
  List<Integer> leaders() {
    SortedMap<String, Long> terms = new TreeMap<>();
    SortedMap<String, Integer> leaders = new TreeMap<>();
    for (int place : processes.keySet()) {
      if (running(place).filter(p -> !p.frozen()).isPresent()
          && post(place(place).clientUrl(), "maintenance/status", Map.of())
              instanceof Gateway.Reply.Ok ok) {
        Map<String, Object> header = Gateway.object(ok.body(), "header");
        long leader = Gateway.number(ok.body(), "leader");
        long term = Gateway.number(header, "raft_term");
        String cluster = Gateway.text(header, "cluster_id");
        if (leader != 0
            && leader == Gateway.number(header, "member_id")
            && term > terms.getOrDefault(cluster, -1L)) {
          terms.put(cluster, term);
          leaders.put(cluster, place);
        }
      }
    }
    return List.copyOf(leaders.values());
  }

  @Override
  public void close() {
    for (RealProcess process : processes.values()) {
      process.kill();
    }
    try {
      for (Relay relay : relays.values()) {
        relay.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    delete(folder);
  }
}
