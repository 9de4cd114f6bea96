package io.quorate.localcloud.route53;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.Xml;
import io.quorate.localcloud.wire.FormParameters;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Route 53 (2013-04-01): GetHostedZone, ListResourceRecordSets, ChangeResourceRecordSets. There is
 * one private zone from the start; further ones are added. A batch is taken as a whole or not at
 * all.
 */
public final class Route53 implements ServiceEndpoint {
  /** The id of the zone that is there from the start. */
  public static final String ZONE = "ZLOCALETCDINTERNAL";

  /** Its name. */
  public static final String ZONE_NAME = "etcd.internal";

  private static final String NAMESPACE = "https://route53.amazonaws.com/doc/2013-04-01/";
  private static final Pattern PATH =
      Pattern.compile("/2013-04-01/hostedzone/(?<zone>[A-Za-z0-9]+)(?<sets>/rrset/?)?");
  private static final int LARGEST_PAGE = 300;

  private final Map<String, List<RecordSet>> zones = new TreeMap<>();
  private final Map<String, String> names = new TreeMap<>();
  private final Optional<Path> file;

  private Route53(Optional<Path> file) throws IOException {
    this.file = file;
    add(ZONE, ZONE_NAME);
    if (file.isPresent() && Files.exists(file.get())) {
      read(file.get());
    }
  }

  /** The zones that lie in a folder, or nowhere but in memory. */
  public static Route53 in(Optional<Path> home) throws IOException {
    return new Route53(home.map(folder -> folder.resolve("route53.json")));
  }

  /** Adds a private zone that stands elsewhere; one that is there keeps its records. */
  public synchronized void add(String id, String name) {
    names.put(id, name);
    zones.putIfAbsent(id, new ArrayList<>());
  }

  @Override
  public synchronized HttpReply handle(HttpCall call) throws IOException {
    try {
      Matcher path = PATH.matcher(call.path());
      if (!path.matches()) {
        throw new AwsError("UnknownOperationException", 404, "no such path: " + call.path());
      }
      String id = path.group("zone");
      String name = names.get(id);
      List<RecordSet> sets = zones.get(id);
      if (name == null || sets == null) {
        throw new AwsError("NoSuchHostedZone", 404, "No hosted zone found with ID: " + id);
      }
      if (path.group("sets") == null) {
        return zone(id, name, sets);
      }
      return call.method().equals("POST") ? change(call, name, sets) : list(call, sets);
    } catch (AwsError e) {
      return refusal(e);
    }
  }

  private static HttpReply zone(String id, String name, List<RecordSet> sets) {
    return ok(
        "GetHostedZoneResponse",
        xml ->
            xml.element(
                "HostedZone",
                () -> {
                  xml.text("Id", "/hostedzone/" + id).text("Name", name + ".");
                  xml.text("CallerReference", "local");
                  xml.element("Config", () -> xml.text("PrivateZone", true));
                  xml.text("ResourceRecordSetCount", sets.size());
                }));
  }

  private static HttpReply list(HttpCall call, List<RecordSet> sets) {
    FormParameters query = FormParameters.parse(call.query());
    int most =
        Math.min(LARGEST_PAGE, query.first("maxitems").map(Integer::parseInt).orElse(LARGEST_PAGE));
    String from = query.first("name").map(Route53::full).map(RecordSet::reversed).orElse("");
    String type = query.first("type").orElse("");
    List<RecordSet> rest =
        sets.stream()
            .sorted(RecordSet.ORDER)
            .filter(
                set -> {
                  int order = RecordSet.reversed(set.name()).compareTo(from);
                  return order > 0 || (order == 0 && set.type().compareTo(type) >= 0);
                })
            .toList();
    return ok(
        "ListResourceRecordSetsResponse",
        xml -> {
          xml.element(
              "ResourceRecordSets",
              () -> rest.stream().limit(most).forEach(set -> write(xml, set)));
          xml.text("IsTruncated", rest.size() > most);
          if (rest.size() > most) {
            xml.text("NextRecordName", rest.get(most).name());
            xml.text("NextRecordType", rest.get(most).type());
          }
          xml.text("MaxItems", most);
        });
  }

  private static void write(Xml xml, RecordSet set) {
    xml.element(
        "ResourceRecordSet",
        () -> {
          xml.text("Name", set.name()).text("Type", set.type()).text("TTL", set.ttl());
          xml.element(
              "ResourceRecords",
              () ->
                  set.values()
                      .forEach(
                          value -> xml.element("ResourceRecord", () -> xml.text("Value", value))));
        });
  }

  private HttpReply change(HttpCall call, String zone, List<RecordSet> sets) throws IOException {
    List<RecordSet> next = new ArrayList<>(sets);
    List<String> faults = new ArrayList<>();
    for (RecordChange change : RecordChange.batch(new String(call.body(), UTF_8))) {
      change.on(next, zone + ".").ifPresent(faults::add);
    }
    if (!faults.isEmpty()) {
      throw new AwsError("InvalidChangeBatch", 400, "[" + String.join(", ", faults) + "]");
    }
    sets.clear();
    sets.addAll(next);
    keep();
    return ok(
        "ChangeResourceRecordSetsResponse",
        xml ->
            xml.element(
                "ChangeInfo",
                () ->
                    xml.text("Id", "/change/C" + UUID.randomUUID().toString().replace("-", ""))
                        .text("Status", "INSYNC")));
  }

  static String full(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower : lower + ".";
  }

  private static HttpReply ok(String root, Consumer<Xml> body) {
    Xml xml = new Xml("member");
    xml.element(root, NAMESPACE, () -> body.accept(xml));
    return reply(200, xml);
  }

  private static HttpReply refusal(AwsError error) {
    Xml xml = new Xml("member");
    xml.element(
        "ErrorResponse",
        NAMESPACE,
        () -> {
          xml.element(
              "Error",
              () ->
                  xml.text("Type", "Sender")
                      .text("Code", error.code())
                      .text("Message", error.text()));
          xml.text("RequestId", UUID.randomUUID());
        });
    return reply(error.status(), xml);
  }

  private static HttpReply reply(int status, Xml xml) {
    return new HttpReply(
        status, Map.of("Content-Type", "text/xml"), xml.toString().getBytes(UTF_8));
  }

  private void keep() throws IOException {
    if (file.isEmpty()) {
      return;
    }
    Map<String, Object> all = new LinkedHashMap<>();
    zones.forEach(
        (zone, sets) ->
            all.put(
                zone,
                sets.stream()
                    .map(
                        set ->
                            Map.of(
                                "name", set.name(),
                                "type", set.type(),
                                "ttl", set.ttl(),
                                "values", set.values()))
                    .toList()));
    Path next = file.get().resolveSibling("route53.json.next");
    Files.writeString(next, JSON.std.asString(all));
    Files.move(next, file.get(), StandardCopyOption.ATOMIC_MOVE);
  }

  private void read(Path from) throws IOException {
    Map<String, Object> all = JSON.std.mapFrom(Files.readString(from));
    for (Map.Entry<String, Object> zone : all.entrySet()) {
      List<RecordSet> sets = new ArrayList<>();
      for (Object each : (List<?>) zone.getValue()) {
        Map<?, ?> set = (Map<?, ?>) each;
        sets.add(
            new RecordSet(
                String.valueOf(set.get("name")),
                String.valueOf(set.get("type")),
                Long.parseLong(String.valueOf(set.get("ttl"))),
                ((List<?>) Objects.requireNonNull(set.get("values")))
                    .stream().map(String::valueOf).toList()));
      }
      zones.put(zone.getKey(), sets);
    }
  }
}
