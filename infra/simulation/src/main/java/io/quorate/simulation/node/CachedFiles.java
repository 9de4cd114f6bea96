package io.quorate.simulation.node;

import io.quorate.agent.disk.FileCalls;
import io.quorate.simulation.schedule.SeededRandom;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Files with a page cache over them. At a power loss chance decides what becomes of that which was
 * not synced:
 *
 * <ul>
 *   <li>a file's content: all of it, none, a part, or a part and zeros for the rest;
 *   <li>a folder's changes: the earlier ones, up to any; independently of the contents, so that a
 *       name may be there before what it names.
 * </ul>
 *
 * The kernel writes by itself what waited for {@link #WRITE_BACK_MILLIS}. An array that was read is
 * not to be changed; another content is another array.
 */
final class CachedFiles implements FileCalls {
  /** As Linux's dirty_expire_centisecs and XFS's xfssyncd_centisecs have it. */
  static final long WRITE_BACK_MILLIS = 30_000;

  private static final byte[] NOTHING = new byte[0];

  private final LongSupplier clock;
  private final TreeMap<Path, Content> names = new TreeMap<>();
  private final TreeMap<Path, Content> syncedNames = new TreeMap<>();
  private final Deque<Change> changes = new ArrayDeque<>();
  private final Set<Content> dirty = new HashSet<>();
  private long version;

  /** What a name stands for: the cached bytes, and those on disk. */
  private static final class Content {
    private byte[] bytes = NOTHING;
    private byte[] synced = NOTHING;
    private long since;
  }

  /** Names of a folder that changed together: one is gone, or one stands for something, or both. */
  private record Change(long at, Path folder, Optional<Path> gone, Optional<Named> named) {
    void apply(TreeMap<Path, Content> names) {
      gone.ifPresent(names::remove);
      named.ifPresent(it -> names.put(it.path(), it.content()));
    }
  }

  private record Named(Path path, Content content) {}

  CachedFiles(LongSupplier clock) {
    this.clock = clock;
  }

  /** Another after each change that a reader may see. */
  long version() {
    return version;
  }

  @Override
  public Optional<byte[]> read(Path file) {
    return Optional.ofNullable(names.get(file)).map(content -> content.bytes);
  }

  @Override
  public Writing create(Path file) {
    writeBack();
    Content content = names.get(file);
    if (content == null) {
      content = new Content();
      change(file, Optional.empty(), Optional.of(new Named(file, content)));
    }
    set(content, NOTHING);
    return new Open(content);
  }

  @Override
  public void rename(Path source, Path target) throws IOException {
    Content content = names.get(source);
    if (content == null) {
      throw new NoSuchFileException(source.toString());
    }
    change(target, Optional.of(source), Optional.of(new Named(target, content)));
  }

  @Override
  public void delete(Path file) {
    if (names.containsKey(file)) {
      change(file, Optional.of(file), Optional.empty());
    }
  }

  @Override
  public void syncFolder(Path folder) {
    for (Change change : changes) {
      if (change.folder().equals(folder)) {
        change.apply(syncedNames);
      }
    }
    changes.removeIf(change -> change.folder().equals(folder));
  }

  private void change(Path path, Optional<Path> gone, Optional<Named> named) {
    Path folder = path.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IllegalArgumentException(path + ": expected a file in a folder");
    }
    Change change = new Change(clock.getAsLong(), folder, gone, named);
    change.apply(names);
    changes.add(change);
    version++;
  }

  private void set(Content content, byte[] bytes) {
    content.bytes = bytes;
    version++;
    if (dirty.add(content)) {
      content.since = clock.getAsLong();
    }
  }

  private void sync(Content content) {
    content.synced = content.bytes;
    dirty.remove(content);
  }

  private void writeBack() {
    long expired = clock.getAsLong() - WRITE_BACK_MILLIS;
    while (!changes.isEmpty() && changes.element().at() <= expired) {
      changes.remove().apply(syncedNames);
    }
    for (Content content : Set.copyOf(dirty)) {
      if (content.since <= expired) {
        sync(content);
      }
    }
  }

  /** The power goes; what is left is what chance lets survive. */
  void losePower(SeededRandom random, String stream) {
    writeBack();
    version++;
    if (!changes.isEmpty()) {
      for (long left = random.below(stream, changes.size() + 1L); left > 0; left--) {
        changes.remove().apply(syncedNames);
      }
      changes.clear();
    }
    names.clear();
    names.putAll(syncedNames);
    for (Content content : names.values()) {
      if (dirty.contains(content)) {
        content.bytes = survivor(content, random, stream);
        content.synced = content.bytes;
      }
    }
    dirty.clear();
  }

  private static byte[] survivor(Content content, SeededRandom random, String stream) {
    int part = (int) random.below(stream, content.bytes.length + 1L);
    return switch ((int) random.below(stream, 4)) {
      case 0 -> content.bytes;
      case 1 -> content.synced;
      case 2 -> Arrays.copyOf(content.bytes, part);
      default -> Arrays.copyOf(Arrays.copyOf(content.bytes, part), content.bytes.length);
    };
  }

  /** What is on disk for certain, as a snapshot of the volume has it. */
  CachedFiles copy() {
    writeBack();
    CachedFiles copy = new CachedFiles(clock);
    syncedNames.forEach(
        (name, content) -> {
          Content same = new Content();
          same.bytes = content.synced;
          same.synced = content.synced;
          copy.names.put(name, same);
          copy.syncedNames.put(name, same);
        });
    return copy;
  }

  private final class Open implements Writing {
    private final Content content;

    Open(Content content) {
      this.content = content;
    }

    @Override
    public void write(byte[] bytes) {
      byte[] all = Arrays.copyOf(content.bytes, content.bytes.length + bytes.length);
      System.arraycopy(bytes, 0, all, content.bytes.length, bytes.length);
      set(content, all);
    }

    @Override
    public void sync() {
      CachedFiles.this.sync(content);
    }

    @Override
    public void close() {}
  }
}
