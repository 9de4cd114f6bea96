package io.quorate.simulation.cloud;

import io.quorate.controller.view.DnsChange;
import io.quorate.controller.view.DnsRecord;
import io.quorate.model.InstanceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The one hosted zone: a batch is taken as a whole or not at all, as Route 53 does. */
public final class ZoneModel {
  /** Its id. */
  public static final String ID = "ZSIMULATED";

  /** Its name. */
  public static final String NAME = "etcd.internal";

  private final Runnable changed;
  private List<DnsRecord> records = List.of();

  /**
   * Empty.
   *
   * @param changed told of each batch that was taken
   */
  public ZoneModel(Runnable changed) {
    this.changed = changed;
  }

  /** What it holds at a name and below it. */
  public List<DnsRecord> at(String name) {
    return records.stream()
        .filter(record -> record.name().equals(name) || record.name().endsWith("." + name))
        .toList();
  }

  /** The addresses that a name tells. */
  public List<String> addresses(String name) {
    return records.stream()
        .filter(record -> record.name().equals(name) && record.type().equals("A"))
        .flatMap(record -> record.values().stream())
        .toList();
  }

  /** The members that have an address below a name. */
  public Map<InstanceId, String> members(String name) {
    Map<InstanceId, String> members = new TreeMap<>();
    for (DnsRecord record : records) {
      if (record.type().equals("A") && record.name().endsWith("." + name)) {
        String label = record.name().substring(0, record.name().length() - name.length() - 1);
        members.put(new InstanceId(label), String.join(",", record.values()));
      }
    }
    return members;
  }

  /** Makes all these changes; else none, and why. */
  Optional<String> change(List<DnsChange> batch) {
    List<DnsRecord> next = new ArrayList<>(records);
    for (DnsChange change : batch) {
      DnsRecord record = change.record();
      boolean fits =
          switch (change.kind()) {
            case DELETE -> next.remove(record);
            case CREATE -> next.stream().noneMatch(record::replaces) && next.add(record);
            case UPSERT -> {
              next.removeIf(record::replaces);
              yield next.add(record);
            }
          };
      if (!fits) {
        return Optional.of("InvalidChangeBatch: " + change.words() + " does not fit what there is");
      }
    }
    records = List.copyOf(next);
    changed.run();
    return Optional.empty();
  }
}
