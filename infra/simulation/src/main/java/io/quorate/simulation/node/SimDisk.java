package io.quorate.simulation.node;

import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.SavedSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a machine's disk holds: the agent's files, the data directories by name. Every directory
 * made gets a number, so that one that takes another's place is told from it.
 */
final class SimDisk {
  private final TreeMap<String, Stored> inPath = new TreeMap<>();
  private final TreeMap<String, Stored> archived = new TreeMap<>();
  private final TreeMap<String, SavedSnapshot> kept = new TreeMap<>();
  private final CachedFiles files;

  /** A directory and its number. */
  record Stored(long number, ModelDirectory directory) {}

  SimDisk(CachedFiles files) {
    this.files = files;
  }

  /** The agent's own. */
  CachedFiles files() {
    return files;
  }

  Optional<Stored> find(String name) {
    return Optional.ofNullable(inPath.get(name));
  }

  List<String> names() {
    return List.copyOf(inPath.keySet());
  }

  void create(String name, long number) {
    inPath.computeIfAbsent(name, key -> new Stored(number, new ModelDirectory()));
  }

  void archive(String name) {
    Stored stored = inPath.remove(name);
    if (stored != null) {
      archived.put(name, stored);
    }
  }

  /** Every directory that was put aside, by name. */
  Map<String, ModelDirectory> archived() {
    TreeMap<String, ModelDirectory> all = new TreeMap<>();
    archived.forEach((name, stored) -> all.put(name, stored.directory()));
    return all;
  }

  /** Deletes an archived directory. */
  void prune(String name) {
    archived.remove(name);
  }

  /** What was put aside under this name, the last where it was done several times. */
  Optional<ModelDirectory> archived(String name) {
    return Optional.ofNullable(archived.get(name)).map(Stored::directory);
  }

  /** Every directory on it, in etcd's path or put aside. */
  Stream<ModelDirectory> all() {
    return Stream.concat(inPath.values().stream(), archived.values().stream())
        .map(Stored::directory);
  }

  /** The file that a trial has left, with its hash. */
  Optional<SavedSnapshot> kept(String sha256) {
    return Optional.ofNullable(kept.get(sha256));
  }

  /** Keeps the file of a trial; only the last one stays. */
  void keep(String sha256, SavedSnapshot snapshot) {
    kept.clear();
    kept.put(sha256, snapshot);
  }

  /** Somebody deletes it. */
  void delete(String name) {
    inPath.remove(name);
  }

  /** It becomes what it was on another disk, which keeps its own. */
  void takeBack(String name, SimDisk from, long number) {
    from.find(name)
        .ifPresent(stored -> inPath.put(name, new Stored(number, stored.directory().copy())));
  }

  /** Everything as it is now, to come back to. */
  SimDisk copy() {
    SimDisk copy = new SimDisk(files.copy());
    copy.archived.putAll(archived);
    inPath.forEach(
        (name, stored) ->
            copy.inPath.put(name, new Stored(stored.number(), stored.directory().copy())));
    return copy;
  }
}
