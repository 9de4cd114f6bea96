package io.quorate.controller.plan;

import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.HostedZones;
import io.quorate.controller.view.DnsChange;
import io.quorate.controller.view.DnsRecord;
import io.quorate.controller.view.ZoneView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One hosted zone, as Route 53 keeps it: a batch is taken as a whole or not at all. */
final class FakeZones implements HostedZones {
  final List<DnsRecord> records = new ArrayList<>();

  /** What it answers instead, with an error code, a colon and a message. */
  Optional<String> failing = Optional.empty();

  /** Whether a change is made although the answer is lost. */
  boolean losesAnswers = false;

  /** Whether changes stay under way, so that nobody knows what becomes of them. */
  boolean delays = false;

  /** What is under way. */
  List<DnsChange> underWay = List.of();

  int reads;
  int writes;

  @Override
  public ZoneView records(String zone, String name) {
    reads++;
    return failing
        .<ZoneView>map(ZoneView.Unknown::new)
        .orElseGet(
            () ->
                new ZoneView.Observed(
                    records.stream()
                        .filter(r -> r.name().equals(name) || r.name().endsWith("." + name))
                        .toList()));
  }

  @Override
  public void change(String zone, List<DnsChange> changes) {
    writes++;
    if (failing.isPresent()) {
      throw new CloudUnavailableException(failing.get());
    }
    if (delays) {
      underWay = changes;
      throw new CloudUnavailableException("NoAnswer: timed out");
    }
    make(changes);
    if (losesAnswers) {
      throw new CloudUnavailableException("NoAnswer: the connection broke");
    }
  }

  /** Makes all of a batch, or none. */
  void make(List<DnsChange> changes) {
    List<DnsRecord> next = new ArrayList<>(records);
    for (DnsChange change : changes) {
      boolean done =
          switch (change.kind()) {
            case DELETE -> next.remove(change.record());
            case CREATE ->
                next.stream().noneMatch(change.record()::replaces) && next.add(change.record());
            case UPSERT -> {
              next.removeIf(change.record()::replaces);
              yield next.add(change.record());
            }
          };
      if (!done) {
        throw new CloudUnavailableException(
            "InvalidChangeBatch: " + change.words() + " does not fit what there is");
      }
    }
    records.clear();
    records.addAll(next);
  }

  /** The values of a set; empty without it. */
  List<String> values(String type, String name) {
    return records.stream()
        .filter(record -> record.type().equals(type) && record.name().equals(name))
        .flatMap(record -> record.values().stream())
        .toList();
  }
}
