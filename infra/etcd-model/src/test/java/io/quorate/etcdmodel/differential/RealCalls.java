package io.quorate.etcdmodel.differential;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls to real etcd, through its JSON gateway. */
final class RealCalls extends SideCalls {
  private final JsonGateway gateway = new JsonGateway();
  private final Map<String, Integer> placeOf = new ConcurrentHashMap<>();

  RealCalls(String network) {
    super(network);
  }

  /** Where a member was last listed, by its id in hexadecimal. */
  Map<String, Integer> placeOf() {
    return placeOf;
  }

  @Override
  String put(int at, String key, String value) {
    JsonGateway.Reply reply =
        post(
            at,
            "kv/put",
            Map.of("key", JsonGateway.base64(key), "value", JsonGateway.base64(value)));
    return reply instanceof JsonGateway.Reply.Ok ok
        ? "ok rev " + JsonGateway.number(JsonGateway.object(ok.body(), "header"), "revision")
        : words(reply);
  }

  @Override
  String single(Op op) {
    return words(
        switch (op.kind()) {
          case READ, STALE ->
              post(
                  op.at(),
                  "kv/range",
                  Map.of(
                      "key", JsonGateway.base64("k0"), "serializable", op.kind() == Op.Kind.STALE));
          case MEMBERS -> post(op.at(), "cluster/member/list", Map.of("linearizable", true));
          case ADD, ADD_VOTER ->
              post(
                  op.at(),
                  "cluster/member/add",
                  Map.of(
                      "peerURLs",
                      List.of(place(op.on()).peerUrl()),
                      "isLearner",
                      op.kind() == Op.Kind.ADD));
          case PROMOTE -> post(op.at(), "cluster/member/promote", Map.of("ID", id(op)));
          case REMOVE -> post(op.at(), "cluster/member/remove", Map.of("ID", id(op)));
          case MOVE -> post(op.at(), "maintenance/transfer-leadership", Map.of("targetID", id(op)));
          default -> throw new IllegalArgumentException(op + ": expected a call");
        });
  }

  /** Posts to a place's gateway. */
  JsonGateway.Reply post(int place, String path, Map<String, Object> body) {
    return gateway.post(place(place).clientUrl(), path, body, PATIENCE_MILLIS);
  }

  /** Whether a place's cluster has decided which version it runs. */
  boolean versionDecided(int place) {
    return gateway.version(place(place).clientUrl(), PATIENCE_MILLIS)
            instanceof JsonGateway.Reply.Ok ok
        && !JsonGateway.text(ok.body(), "etcdcluster").equals("not_decided");
  }

  private static String words(JsonGateway.Reply reply) {
    return switch (reply) {
      case JsonGateway.Reply.Ok ok -> "ok";
      case JsonGateway.Reply.Refused refused -> Normal.refusal(refused.error());
      case JsonGateway.Reply.Silent silent -> Normal.UNKNOWN;
      case JsonGateway.Reply.NotReached notReached -> Normal.NOT_REACHED;
    };
  }

  private String id(Op op) {
    return members(op.at()).stream()
        .filter(member -> placeOf(member) == op.on())
        .map(member -> JsonGateway.text(member, "ID"))
        .findFirst()
        .orElse(Long.toUnsignedString(NOBODY));
  }

  static int placeOf(Map<String, Object> member) {
    List<?> urls = member.get("peerURLs") instanceof List<?> list ? list : List.of();
    return urls.isEmpty() ? -1 : Place.of(String.valueOf(urls.get(0)));
  }

  List<Map<String, Object>> members(int place) {
    JsonGateway.Reply reply = post(place, "cluster/member/list", Map.of());
    if (!(reply instanceof JsonGateway.Reply.Ok ok)) {
      return List.of();
    }
    List<Map<String, Object>> members = JsonGateway.objects(ok.body(), "members");
    members.forEach(m -> placeOf.put(Long.toHexString(JsonGateway.number(m, "ID")), placeOf(m)));
    return members;
  }
}
