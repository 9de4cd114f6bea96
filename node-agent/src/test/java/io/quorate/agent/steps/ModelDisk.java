package io.quorate.agent.steps;

import io.quorate.agent.port.DataDisk;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.model.Generation;
import io.quorate.state.PutAside;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Data directories in memory, those of the etcd model and those that a test only describes, and
 * what was ever done to them.
 */
public final class ModelDisk implements DataDisk {
  private final Fuse fuse;
  private final Map<String, View> described = new LinkedHashMap<>();
  private final Map<String, ModelDirectory> inPath = new LinkedHashMap<>();
  private final Set<String> executed = new HashSet<>();
  private String heldBy = "";
  private BooleanSupplier holds = () -> true;

  /** A request of API v2 in the log of every directory. */
  public Optional<Long> versionTwo = Optional.empty();

  public ModelDisk(Fuse fuse) {
    this.fuse = fuse;
  }

  @Override
  public String name(Generation generation, String nonce) {
    return generation + "-" + nonce;
  }

  @Override
  public View inspect(String directory) {
    return Optional.ofNullable(inPath.get(directory))
        .map(data -> view(directory, data))
        .orElse(described.getOrDefault(directory, new View.Missing()));
  }

  @Override
  public Optional<Long> versionTwoRequest(String directory) {
    return versionTwo;
  }

  private static View view(String name, ModelDirectory directory) {
    if (directory.isCorrupt()) {
      return new View.Damaged("crc mismatch");
    }
    return directory
        .summary()
        .<View>map(
            data ->
                new View.Holds(
                    data.clusterId(),
                    data.memberId(),
                    name.substring(name.indexOf('-') + 1),
                    data.lastTerm(),
                    data.lastIndex()))
        .orElse(new View.Empty());
  }

  @Override
  public String identity(String directory) {
    return directories().contains(directory) ? "inode of " + directory : "";
  }

  @Override
  public List<String> directories() {
    return Stream.of(described, inPath).flatMap(map -> map.keySet().stream()).toList();
  }

  @Override
  public void create(Generation generation, String nonce) {
    fuse.look();
    fuse.reach(Fuse.Point.BEFORE);
    inPath.putIfAbsent(name(generation, nonce), new ModelDirectory());
    fuse.reach(Fuse.Point.AFTER_EFFECT);
  }

  @Override
  public PutAside putAside() {
    return PutAside.NONE;
  }

  @Override
  public void archive(String directory) {
    fuse.look();
    fuse.reach(Fuse.Point.BEFORE);
    if (inUse(directory)) {
      throw new AssertionError("archived " + directory + " under a living etcd");
    }
    wipe(directory);
    fuse.reach(Fuse.Point.AFTER_EFFECT);
  }

  @Override
  public boolean inUse(String directory) {
    return heldBy.equals(directory) && holds.getAsBoolean();
  }

  /** The etcd that was executed last holds its directory while this is so. */
  void heldWhile(BooleanSupplier runs) {
    holds = runs;
  }

  /** etcd is executed on a directory: one that was empty then, and is empty still, is no more. */
  void execute(String directory) {
    View view = inspect(directory);
    if (view instanceof View.Missing || view instanceof View.Damaged) {
      throw new AssertionError("etcd was executed on " + directory + ", which is " + view);
    }
    if (!executed.add(directory) && view instanceof View.Empty) {
      throw new AssertionError("etcd was executed twice on the empty directory " + directory);
    }
    heldBy = directory;
  }

  /** etcd ended. */
  void release() {
    heldBy = "";
  }

  /** A directory that etcd writes, or has written. */
  ModelDirectory data(String directory) {
    return Optional.ofNullable(inPath.get(directory)).orElseThrow();
  }

  /** An earlier life left this. */
  void put(String directory, View.Holds data) {
    inPath.remove(directory);
    described.put(directory, data);
  }

  /** The directory is there, with nothing in it. */
  void empty(String directory) {
    described.remove(directory);
    inPath.put(directory, new ModelDirectory());
  }

  /** Somebody took the directory away. */
  void wipe(String directory) {
    described.remove(directory);
    inPath.remove(directory);
  }
}
