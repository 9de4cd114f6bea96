package io.quorate.localcloud.route53;

import io.quorate.localcloud.protocol.AwsError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One change of a batch, refused in Route 53's words.
 *
 * @param action CREATE, DELETE or UPSERT
 * @param set the record set
 */
record RecordChange(String action, RecordSet set) {
  private static final Pattern CHANGE = Pattern.compile("(?s)<Change>(.*?)</Change>");
  private static final Pattern VALUE = Pattern.compile("(?s)<Value>(.*?)</Value>");
  private static final String CNAME = "CNAME";

  /** Reads the body of ChangeResourceRecordSets. */
  static List<RecordChange> batch(String body) {
    List<RecordChange> changes = new ArrayList<>();
    Matcher each = CHANGE.matcher(body);
    while (each.find()) {
      String change = each.group(1);
      List<String> values = new ArrayList<>();
      Matcher value = VALUE.matcher(change);
      while (value.find()) {
        values.add(plain(value.group(1)));
      }
      if (values.isEmpty()) {
        throw new AwsError(
            "InvalidInput", 400, "Invalid request: Expected exactly one of [AliasTarget, TTL]");
      }
      changes.add(
          new RecordChange(
              one(change, "Action"),
              new RecordSet(
                  Route53.full(one(change, "Name")),
                  one(change, "Type"),
                  Long.parseLong(one(change, "TTL")),
                  values)));
    }
    if (changes.isEmpty()) {
      throw new AwsError("InvalidInput", 400, "Invalid request: a batch without changes");
    }
    return changes;
  }

  private static String one(String xml, String element) {
    Matcher found = Pattern.compile("<" + element + ">([^<]*)</" + element + ">").matcher(xml);
    if (!found.find()) {
      throw new AwsError("InvalidInput", 400, "Invalid XML ; no element " + element);
    }
    return plain(found.group(1));
  }

  private static String plain(String xml) {
    return xml.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&");
  }

  /** Makes it on these sets; else why not. */
  Optional<String> on(List<RecordSet> sets, String zone) {
    if (!set.name().equals(zone) && !set.name().endsWith("." + zone)) {
      return Optional.of(
          "RRSet with DNS name %s is not permitted in zone %s".formatted(set.name(), zone));
    }
    Optional<RecordSet> there =
        sets.stream().filter(other -> other.of(set.name(), set.type())).findFirst();
    return switch (action) {
      case "CREATE" ->
          there.isPresent()
              ? Optional.of(tried("create") + " but it already exists")
              : put(sets, there);
      case "UPSERT" -> put(sets, there);
      case "DELETE" -> delete(sets, there);
      default -> Optional.of("Invalid action " + action);
    };
  }

  private String tried(String what) {
    return "Tried to %s resource record set [name='%s', type='%s']"
        .formatted(what, set.name(), set.type());
  }

  private Optional<String> put(List<RecordSet> sets, Optional<RecordSet> there) {
    Optional<RecordSet> conflict =
        sets.stream()
            .filter(other -> other.name().equals(set.name()) && !other.type().equals(set.type()))
            .filter(other -> other.type().equals(CNAME) || set.type().equals(CNAME))
            .findFirst();
    if (conflict.isPresent()) {
      return Optional.of(
          "RRSet of type %s with DNS name %s is not permitted because a conflicting RRSet of type %s with the same DNS name already exists"
              .formatted(set.type(), set.name(), conflict.get().type()));
    }
    there.ifPresent(sets::remove);
    sets.add(set);
    return Optional.empty();
  }

  private Optional<String> delete(List<RecordSet> sets, Optional<RecordSet> there) {
    if (there.isEmpty()) {
      return Optional.of(tried("delete") + " but it was not found");
    }
    if (!there.get().holds(set)) {
      return Optional.of(
          tried("delete") + " but the values provided do not match the current values");
    }
    sets.remove(there.get());
    return Optional.empty();
  }
}
