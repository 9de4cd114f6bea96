package io.quorate.agent.steps;

import io.quorate.agent.port.DataDisk;
import io.quorate.model.Generation;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Data directories in memory, and what was ever done to them. */
final class ModelDisk implements DataDisk {
  private final Fuse fuse;
  private final Map<String, View> inPath = new LinkedHashMap<>();
  private final Set<String> executed = new HashSet<>();
  private String heldBy = "";

  ModelDisk(Fuse fuse) {
    this.fuse = fuse;
  }

  @Override
  public String name(Generation generation, String nonce) {
    return generation + "-" + nonce;
  }

  @Override
  public View inspect(String directory) {
    return inPath.getOrDefault(directory, new View.Missing());
  }

  @Override
  public String identity(String directory) {
    return inPath.containsKey(directory) ? "inode of " + directory : "";
  }

  @Override
  public List<String> directories() {
    return List.copyOf(inPath.keySet());
  }

  @Override
  public void create(Generation generation, String nonce) {
    fuse.look();
    fuse.reach(Fuse.Point.BEFORE);
    inPath.putIfAbsent(name(generation, nonce), new View.Empty());
    fuse.reach(Fuse.Point.AFTER_EFFECT);
  }

  @Override
  public void archive(String directory) {
    fuse.look();
    fuse.reach(Fuse.Point.BEFORE);
    if (inUse(directory)) {
      throw new AssertionError("archived " + directory + " under a living etcd");
    }
    inPath.remove(directory);
    fuse.reach(Fuse.Point.AFTER_EFFECT);
  }

  @Override
  public boolean inUse(String directory) {
    return heldBy.equals(directory);
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

  /** etcd wrote its data, or an earlier life left it. */
  void put(String directory, View.Holds data) {
    inPath.put(directory, data);
  }

  /** The directory is there, with nothing in it. */
  void empty(String directory) {
    inPath.put(directory, new View.Empty());
  }

  /** Somebody took the directory away. */
  void wipe(String directory) {
    inPath.remove(directory);
  }
}
