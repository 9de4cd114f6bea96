package io.quorate.controller.plan.dns;

import io.quorate.controller.view.DnsChange;
import io.quorate.controller.view.DnsRecord;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The records of one name.
 *
 * <ul>
 *   <li>the addresses of all members at the name itself;
 *   <li>the address of each member at its instance's id below the name;
 *   <li>an SRV record that names these and their ports, {@code _etcd-client-ssl._tcp} where members
 *       speak TLS, else {@code _etcd-client._tcp};
 *   <li>a TXT record with the mark that the records are this cluster's.
 * </ul>
 *
 * <p>The mark names the fencing token of the turn that wrote it. Each batch deletes the mark that
 * it rests on and creates the next: of two controllers, the one that knows an older state is
 * refused as a whole.
 */
final class RecordSets {
  /** How long a client may go on with what it resolved. */
  static final long TTL_SECONDS = 10;

  private static final String PLAIN = "_etcd-client._tcp";
  private static final String SECURE = "_etcd-client-ssl._tcp";
  private static final String MARK = "_quorate";
  private static final List<String> ADDRESSES = List.of("A", "AAAA");

  private final String name;

  RecordSets(String name) {
    this.name = name;
  }

  /** What every mark of a cluster begins with. */
  static String owner(ClusterName cluster, ClusterUid uid) {
    return "quorate cluster=" + cluster + " uid=" + uid + " ";
  }

  /** All records for these members under this mark. */
  List<DnsRecord> of(Map<InstanceId, String> members, String mark) {
    List<DnsRecord> records = new ArrayList<>();
    Map<String, List<String>> addresses = new TreeMap<>();
    Map<String, List<String>> services = new TreeMap<>();
    new TreeMap<>(members)
        .forEach(
            (instance, url) -> {
              URI uri = URI.create(url);
              String address = uri.getHost().replaceAll("[\\[\\]]", "");
              String type = address.contains(":") ? "AAAA" : "A";
              String own = instance + "." + name;
              addresses.computeIfAbsent(type, none -> new ArrayList<>()).add(address);
              records.add(record(own, type, List.of(address)));
              services
                  .computeIfAbsent(
                      uri.getScheme().equals("https") ? SECURE : PLAIN, none -> new ArrayList<>())
                  .add("0 0 " + uri.getPort() + " " + own + ".");
            });
    addresses.forEach((type, values) -> records.add(record(name, type, values)));
    services.forEach((service, values) -> records.add(record(service + "." + name, "SRV", values)));
    records.add(marked(mark));
    return records;
  }

  private DnsRecord marked(String mark) {
    return record(MARK + "." + name, "TXT", List.of('"' + mark + '"'));
  }

  private static DnsRecord record(String name, String type, List<String> values) {
    return new DnsRecord(name, type, TTL_SECONDS, values);
  }

  /** The mark among these; empty without one of this cluster. */
  Optional<String> mark(List<DnsRecord> found, String owner) {
    return found.stream()
        .filter(record -> record.type().equals("TXT") && record.name().equals(MARK + "." + name))
        .flatMap(record -> record.values().stream())
        .map(value -> value.replace("\"", ""))
        .filter(value -> value.startsWith(owner))
        .findFirst();
  }

  /** Those among these that stand where a cluster's own would. */
  List<DnsRecord> inPlace(List<DnsRecord> found) {
    return found.stream().filter(this::inPlace).toList();
  }

  private boolean inPlace(DnsRecord record) {
    if (record.name().equals(name)) {
      return ADDRESSES.contains(record.type()) || record.type().equals("CNAME");
    }
    return Stream.of(PLAIN, SECURE, MARK).anyMatch(own -> record.name().equals(own + "." + name))
        || isMembers(record);
  }

  private boolean isMembers(DnsRecord record) {
    String below = "." + name;
    String label =
        record.name().endsWith(below)
            ? record.name().substring(0, record.name().length() - below.length())
            : "";
    return ADDRESSES.contains(record.type())
        && label.startsWith("i-")
        && !label.contains(".")
        && label.length() > 2;
  }

  /**
   * The changes that make the records found those wanted; empty where they are. The mark found is
   * deleted, and the next one created with them.
   *
   * @param fences whether the mark changes also where nothing else does: a batch that may be under
   *     way rests on it
   */
  List<DnsChange> changes(List<DnsRecord> found, List<DnsRecord> wanted, boolean fences) {
    List<DnsChange> changes = new ArrayList<>();
    for (DnsRecord each : inPlace(found)) {
      if (!isMark(each) && wanted.stream().noneMatch(each::replaces)) {
        changes.add(new DnsChange(DnsChange.Kind.DELETE, each));
      }
    }
    for (DnsRecord each : wanted) {
      if (!isMark(each) && !found.contains(each)) {
        changes.add(new DnsChange(DnsChange.Kind.UPSERT, each));
      }
    }
    List<DnsChange> marks =
        Stream.concat(
                found.stream()
                    .filter(this::isMark)
                    .map(old -> new DnsChange(DnsChange.Kind.DELETE, old)),
                wanted.stream()
                    .filter(this::isMark)
                    .map(next -> new DnsChange(DnsChange.Kind.CREATE, next)))
            .toList();
    boolean marked = found.stream().anyMatch(this::isMark) && !wanted.isEmpty();
    return changes.isEmpty() && marked && !fences
        ? List.of()
        : Stream.concat(marks.stream(), changes.stream()).toList();
  }

  private boolean isMark(DnsRecord record) {
    return record.name().equals(MARK + "." + name);
  }

  /** Which of the records are not as they were left; the mark apart. */
  List<String> differences(List<DnsRecord> found, List<DnsRecord> left) {
    List<String> words = new ArrayList<>();
    for (DnsRecord each : left) {
      if (!isMark(each) && !found.contains(each)) {
        words.add(
            found.stream()
                .filter(each::replaces)
                .findFirst()
                .map(
                    now ->
                        now.words()
                            + (now.ttlSeconds() == TTL_SECONDS ? "" : " TTL " + now.ttlSeconds())
                            + " in place of "
                            + each.values())
                .orElse("no " + each.words()));
      }
    }
    for (DnsRecord each : inPlace(found)) {
      if (!isMark(each) && left.stream().noneMatch(each::replaces)) {
        words.add("a further " + each.words());
      }
    }
    return words;
  }
}
