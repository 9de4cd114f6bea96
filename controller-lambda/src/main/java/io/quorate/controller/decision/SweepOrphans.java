package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Deletes what attempts that never ended left in the bucket.
 *
 * @param keys objects that no manifest names
 * @param uploadsBefore uploads that began before this time are aborted
 */
public record SweepOrphans(Reason reason, List<String> keys, Instant uploadsBefore)
    implements Decision {
  public SweepOrphans {
    keys = List.copyOf(keys);
  }

  @Override
  public String code() {
    return "SWEEP_ORPHANS";
  }

  @Override
  public String summary() {
    return "delete " + keys.size() + " objects that no manifest names";
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder().with("keys", keys).build();
  }

  @Override
  public Optional<Prerequisite> prerequisite() {
    return Optional.of(
        new Prerequisite.DeleteObjects(keys, Optional.of(uploadsBefore), Optional.empty()));
  }

  @Override
  public Reason journalled() {
    return reason.and("keys", String.join(", ", keys));
  }
}
