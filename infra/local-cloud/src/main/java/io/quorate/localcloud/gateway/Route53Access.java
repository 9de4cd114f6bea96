package io.quorate.localcloud.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.wire.HttpCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests to Route 53, in IAM's words: its API says by method and path what it is asked. */
final class Route53Access {
  private static final Pattern ZONE = Pattern.compile("/hostedzone/([A-Za-z0-9]+)");

  private Route53Access() {}

  static String operation(HttpCall call) {
    boolean sets = call.path().contains("/rrset");
    return switch (call.method()) {
      case "GET" -> sets ? "ListResourceRecordSets" : "GetHostedZone";
      case "POST" -> sets ? "ChangeResourceRecordSets" : "CreateHostedZone";
      default -> "Unknown";
    };
  }

  static AccessRequest of(ServiceRequest request) {
    Matcher zone = ZONE.matcher(request.call().path());
    String body = new String(request.call().body(), UTF_8);
    return new AccessRequest(
        "route53:" + request.operation(),
        zone.find() ? "arn:aws:route53:::hostedzone/" + zone.group(1) : "*",
        body.isEmpty()
            ? Map.of()
            : Map.of(
                PolicyCondition.RECORD_NAMES, names(body),
                PolicyCondition.RECORD_TYPES, all(body, "Type")));
  }

  /** In lower case, without a dot at the end. */
  private static List<String> names(String body) {
    return all(body, "Name").stream()
        .map(name -> name.toLowerCase(Locale.ROOT).replaceAll("\\.$", ""))
        .toList();
  }

  private static List<String> all(String body, String element) {
    List<String> found = new ArrayList<>();
    Matcher each = Pattern.compile("<" + element + ">([^<]*)</" + element + ">").matcher(body);
    while (each.find()) {
      found.add(each.group(1));
    }
    return found;
  }
}
