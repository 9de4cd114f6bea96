package io.quorate.controller.observe;

import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotObjects;
import io.quorate.snapshot.SnapshotObjects.StoredObject;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStoreException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether snapshots' files can be read, before anybody needs one. Only a read shows whether the key
 * lets itself be used, so that the first byte is asked for:
 *
 * <ol>
 *   <li>of the newest snapshot and of the newest verified one;
 *   <li>of each whose storage class in the listing is an archive, or whose file could not be read
 *       before: at most {@value #MOST} of all together, the newest first.
 * </ol>
 *
 * <p>What is listed without a file is told without asking.
 */
final class SnapshotFiles {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotFiles.class);
  private static final int MOST = 20;

  private final Function<String, Optional<String>> reading;

  /**
   * By a way to read.
   *
   * @param reading as {@link SnapshotObjects#unreadable}
   */
  SnapshotFiles(Function<String, Optional<String>> reading) {
    this.reading = reading;
  }

  /** Why each that was looked at cannot be read; empty where it can. */
  Map<SnapshotId, Optional<String>> look(
      Collection<SnapshotRecord> catalogue, List<StoredObject> objects) {
    Map<String, StoredObject> byKey =
        objects.stream()
            .collect(Collectors.toMap(StoredObject::key, object -> object, (a, b) -> a));
    List<SnapshotRecord> newestFirst =
        catalogue.stream()
            .filter(SnapshotRecord::usable)
            .sorted(Comparator.comparing(SnapshotRecord::id).reversed())
            .toList();
    Set<SnapshotId> newest = new HashSet<>();
    newestFirst.stream().findFirst().ifPresent(record -> newest.add(record.id()));
    newestFirst.stream()
        .filter(record -> record.state() == SnapshotRecord.State.VERIFIED)
        .findFirst()
        .ifPresent(record -> newest.add(record.id()));
    Map<SnapshotId, Optional<String>> found = new HashMap<>();
    newestFirst.stream()
        .filter(
            record ->
                newest.contains(record.id())
                    || record.unreadable().isPresent()
                    || archived(byKey, record).isPresent())
        .limit(MOST)
        .forEach(record -> ask(byKey, record).ifPresent(why -> found.put(record.id(), why)));
    return found;
  }

  private static Optional<String> archived(
      Map<String, StoredObject> objects, SnapshotRecord record) {
    return Stream.ofNullable(objects.get(record.manifest().dataKey()))
        .flatMap(object -> object.archive().stream())
        .findFirst();
  }

  /** Outer empty: the bucket did not say. A bucket that is away says nothing of a snapshot. */
  private Optional<Optional<String>> ask(Map<String, StoredObject> objects, SnapshotRecord record) {
    String key = record.manifest().dataKey();
    if (!objects.containsKey(key)) {
      return Optional.of(Optional.of("NOT_FOUND: the bucket does not list " + key));
    }
    try {
      Optional<String> why = reading.apply(key);
      return Optional.of(
          why.map(
              words ->
                  words
                      + archived(objects, record)
                          .map(archive -> " (storage class " + archive + ")")
                          .orElse("")));
    } catch (SnapshotStoreException e) {
      LOG.warn("snapshot={} file=unknown error=\"{}\"", record.id(), e.getMessage());
      return Optional.empty();
    }
  }
}
