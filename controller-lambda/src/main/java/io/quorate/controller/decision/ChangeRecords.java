package io.quorate.controller.decision;

import io.quorate.controller.view.DnsChange;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Changes the records of the cluster's name. A late call of an older turn is refused as a whole: it
 * deletes a mark that a newer one has replaced.
 *
 * @param zone the hosted zone
 * @param mark what the records bear then; empty where they are given up
 * @param batch what changes, as a whole or not at all
 * @param at when it was decided
 */
public record ChangeRecords(
    Reason reason, String zone, Optional<String> mark, List<DnsChange> batch, Instant at)
    implements Decision {
  public ChangeRecords {
    batch = List.copyOf(batch);
  }

  @Override
  public String code() {
    return "CHANGE_RECORDS";
  }

  @Override
  public String summary() {
    return "change the records of the cluster's name in zone " + zone;
  }

  @Override
  public Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("zone", zone);
    values.put("changes", batch.stream().map(DnsChange::words).toList());
    return values;
  }

  @Override
  public Optional<CloudEffect> effect() {
    return Optional.of(new CloudEffect.ChangeRecords(zone, mark, batch, at));
  }
}
