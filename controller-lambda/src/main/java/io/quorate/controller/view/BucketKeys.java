package io.quorate.controller.view;

import io.quorate.snapshot.SnapshotId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a key under the prefix of snapshots is; the id of the snapshot that it belongs to. */
public final class BucketKeys {
  private static final Pattern FORM =
      Pattern.compile(".*/([^/.]+)(\\.json|\\.verified\\.json|\\.pin|\\.\\d+\\.db)");

  private BucketKeys() {}

  /** The snapshot; empty for a key of another form. */
  public static Optional<SnapshotId> snapshot(String key) {
    Matcher matcher = FORM.matcher(key);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new SnapshotId(matcher.group(1)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The snapshot whose manifest it is. */
  public static Optional<SnapshotId> manifest(String key) {
    return snapshot(key).filter(id -> key.endsWith("/" + id + ".json"));
  }

  /** The snapshot whose verification it tells. */
  public static Optional<SnapshotId> verified(String key) {
    return snapshot(key).filter(id -> key.endsWith("/" + id + ".verified.json"));
  }
}
