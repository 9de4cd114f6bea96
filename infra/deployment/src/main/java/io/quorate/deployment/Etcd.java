package io.quorate.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A client of one etcd member, through its own JSON gateway; every call ends within two seconds, or
 * what it is told.
 */
public final class Etcd {
  static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final String clientUrl;
  private final Duration patience;
  private final HttpClient http;

  /** A client of the member at this client URL. */
  public Etcd(String clientUrl) {
    this(clientUrl, PATIENCE);
  }

  /** The same, each of whose calls ends within this time. */
  public Etcd(String clientUrl, Duration patience) {
    this(clientUrl, patience, HTTP);
  }

  /** The same, over this client's connections. */
  Etcd(String clientUrl, Duration patience, HttpClient http) {
    this.http = http;
    this.clientUrl = clientUrl;
    this.patience = patience;
  }

  /** Where the member is. */
  public String clientUrl() {
    return clientUrl;
  }

  /** Puts, and returns the revision that acknowledged it. */
  public long put(String key, String value) {
    Map<?, ?> reply = call("/v3/kv/put", Map.of("key", base64(key), "value", base64(value)));
    return revision(reply);
  }

  /** A linearizable read of all keys with a prefix. */
  public Map<String, String> range(String prefix) {
    String end =
        prefix.substring(0, prefix.length() - 1) + (char) (prefix.charAt(prefix.length() - 1) + 1);
    Map<?, ?> reply = call("/v3/kv/range", Map.of("key", base64(prefix), "range_end", base64(end)));
    Map<String, String> found = new LinkedHashMap<>();
    for (Object pair : list(reply, "kvs")) {
      Map<?, ?> kv = (Map<?, ?>) pair;
      found.put(text(field(kv, "key")), kv.get("value") == null ? "" : text(kv.get("value")));
    }
    return found;
  }

  /** Member names by id, learners marked; from the linearizable list. */
  public Map<String, String> members() {
    Map<?, ?> reply = call("/v3/cluster/member/list", Map.of("linearizable", true));
    Map<String, String> members = new LinkedHashMap<>();
    for (Object entry : list(reply, "members")) {
      Map<?, ?> member = (Map<?, ?>) entry;
      boolean learner = Boolean.TRUE.equals(member.get("isLearner"));
      String id = Long.toHexString(Long.parseUnsignedLong(field(member, "ID").toString()));
      String name = member.get("name") == null ? "" : member.get("name").toString();
      members.put(id, learner ? name + " (learner)" : name);
    }
    return members;
  }

  /** The cluster's id in hexadecimal, as this member tells it. */
  public String clusterId() {
    Map<?, ?> reply = call("/v3/cluster/member/list", Map.of("linearizable", true));
    Object id = field((Map<?, ?>) field(reply, "header"), "cluster_id");
    return Long.toHexString(Long.parseUnsignedLong(id.toString()));
  }

  /** Removes a member by its id in hexadecimal. */
  public boolean removeMember(String id) {
    return !call(
            "/v3/cluster/member/remove",
            Map.of("ID", Long.toUnsignedString(Long.parseUnsignedLong(id, 16))))
        .isEmpty();
  }

  /** Where the peers of a member look for it, by its id in hexadecimal. */
  public List<String> peerUrls(String id) {
    return list(call("/v3/cluster/member/list", Map.of("linearizable", true)), "members").stream()
        .map(entry -> (Map<?, ?>) entry)
        .filter(member -> id.equals(hex(field(member, "ID"))))
        .flatMap(member -> list(member, "peerURLs").stream())
        .map(Object::toString)
        .toList();
  }

  /** Changes where the peers of a member look for it. */
  public void updateMember(String id, String peerUrl) {
    call(
        "/v3/cluster/member/update",
        Map.of(
            "ID",
            Long.toUnsignedString(Long.parseUnsignedLong(id, 16)),
            "peerURLs",
            List.of(peerUrl)));
  }

  /** Adds a voter; its id in hexadecimal. */
  public String addVoter(String peerUrl) {
    Map<?, ?> reply = call("/v3/cluster/member/add", Map.of("peerURLs", List.of(peerUrl)));
    return hex(field((Map<?, ?>) field(reply, "member"), "ID"));
  }

  private static String hex(Object id) {
    return Long.toHexString(Long.parseUnsignedLong(id.toString()));
  }

  /** Adds a learner. */
  public boolean addLearner(String peerUrl) {
    return !call("/v3/cluster/member/add", Map.of("peerURLs", List.of(peerUrl), "isLearner", true))
        .isEmpty();
  }

  /** Promotes a learner, by its id in hexadecimal. */
  public boolean promote(String id) {
    return !call(
            "/v3/cluster/member/promote",
            Map.of("ID", Long.toUnsignedString(Long.parseUnsignedLong(id, 16))))
        .isEmpty();
  }

  /** This member's own id in hexadecimal; it answers that without a leader, too. */
  public String memberId() {
    Object id = field((Map<?, ?>) field(status(), "header"), "member_id");
    return Long.toHexString(Long.parseUnsignedLong(id.toString()));
  }

  /** Whether this member leads, as it sees it. */
  public boolean leads() {
    Map<?, ?> status = status();
    return field((Map<?, ?>) field(status, "header"), "member_id").equals(status.get("leader"));
  }

  /** How large this member's database is. */
  public long databaseBytes() {
    return Long.parseLong(field(status(), "dbSize").toString());
  }

  /** Gives the leadership of this member to another, by its id in hexadecimal. */
  public void moveLeader(String id) {
    call(
        "/v3/maintenance/transfer-leadership",
        Map.of("targetID", Long.toUnsignedString(Long.parseUnsignedLong(id, 16))));
  }

  /** The newest revision that this member has. */
  public long revision() {
    return revision(status());
  }

  /** Compacts the history up to a revision; answers once the pages of this member are free. */
  public void compact(long revision) {
    call("/v3/kv/compaction", Map.of("revision", revision, "physical", true));
  }

  /** Writes the database of this member anew, without its free pages. */
  public void defragment() {
    call("/v3/maintenance/defragment", Map.of());
  }

  /** Takes back the alarm NOSPACE of each member that raised it. */
  public void disarmNoSpace() {
    for (Object raised : list(call("/v3/maintenance/alarm", Map.of("action", "GET")), "alarms")) {
      Object member = field((Map<?, ?>) raised, "memberID");
      call(
          "/v3/maintenance/alarm",
          Map.of("action", "DEACTIVATE", "memberID", member, "alarm", "NOSPACE"));
    }
  }

  private Map<?, ?> status() {
    return call("/v3/maintenance/status", Map.of());
  }

  /**
   * HashKV at a revision that this member has. An etcd whose gateway does not know it has the hash
   * of the whole database, leases and users included.
   */
  public Optional<String> hash(long revision) {
    Map<String, Object> at = Map.of("revision", revision);
    Map<?, ?> reply;
    try {
      reply = call("/v3/maintenance/hashkv", at);
    } catch (UncheckedIOException e) {
      reply = call("/v3/maintenance/hash", at);
    }
    return Optional.ofNullable(reply.get("hash")).map(Object::toString);
  }

  private static long revision(Map<?, ?> reply) {
    return Long.parseLong(field((Map<?, ?>) field(reply, "header"), "revision").toString());
  }

  private static Object field(Map<?, ?> reply, String name) {
    return Optional.<Object>ofNullable(reply.get(name))
        .orElseThrow(() -> new IllegalStateException("reply " + reply + " has no " + name));
  }

  private static List<?> list(Map<?, ?> reply, String name) {
    return reply.get(name) instanceof List<?> list ? list : List.of();
  }

  private Map<?, ?> call(String path, Map<String, Object> body) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(clientUrl + path))
              .timeout(patience)
              .POST(HttpRequest.BodyPublishers.ofString(JSON.std.asString(body)))
              .build();
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException(path + " answered " + response.statusCode() + ": " + response.body());
      }
      return JSON.std.mapFrom(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted at " + clientUrl + path, e);
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private static String text(Object base64) {
    return new String(Base64.getDecoder().decode(base64.toString()), UTF_8);
  }
}
