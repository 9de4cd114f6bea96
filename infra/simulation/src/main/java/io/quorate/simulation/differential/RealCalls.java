package io.quorate.simulation.differential;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls to real etcd, through its JSON gateway. */
final class RealCalls {
  private final String network;
  private final Gateway gateway = new Gateway();
  private final Map<String, Integer> placeOf = new ConcurrentHashMap<>();

  RealCalls(String network) {
    this.network = network;
  }

  /** Where a member was last listed, by its id in hexadecimal. */
  Map<String, Integer> placeOf() {
    return placeOf;
  }

  String call(Op op) {
    String url = new Place(network, op.at()).clientUrl();
    return switch (op.kind()) {
      case PUT -> put(url, "k" + op.on(), "v" + op.on());
      case PUTS -> {
        String last = put(url, "m0", "v" + op.on());
        for (int i = 1; i < Side.MANY && last.startsWith("ok"); i++) {
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
                      List.of(new Place(network, op.on()).peerUrl()),
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

  /** Posts to a place's gateway. */
  Gateway.Reply post(int place, String path, Map<String, Object> body) {
    return post(new Place(network, place).clientUrl(), path, body);
  }

  /** Whether a place's cluster has decided which version it runs. */
  boolean versionDecided(int place) {
    return gateway.version(new Place(network, place).clientUrl(), Side.PATIENCE_MILLIS)
            instanceof Gateway.Reply.Ok ok
        && !Gateway.text(ok.body(), "etcdcluster").equals("not_decided");
  }

  private Gateway.Reply post(String url, String path, Map<String, Object> body) {
    return gateway.post(url, path, body, Side.PATIENCE_MILLIS);
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
    return Long.toUnsignedString(Side.NOBODY);
  }

  static int placeOf(Map<String, Object> member) {
    List<?> urls = member.get("peerURLs") instanceof List<?> list ? list : List.of();
    return urls.isEmpty() ? -1 : Place.of(String.valueOf(urls.get(0)));
  }

  List<Map<String, Object>> members(int place) {
    Gateway.Reply reply = post(place, "cluster/member/list", Map.of());
    if (!(reply instanceof Gateway.Reply.Ok ok)) {
      return List.of();
    }
    List<Map<String, Object>> members = Gateway.objects(ok.body(), "members");
    members.forEach(m -> placeOf.put(Long.toHexString(Gateway.number(m, "ID")), placeOf(m)));
    return members;
  }
}
