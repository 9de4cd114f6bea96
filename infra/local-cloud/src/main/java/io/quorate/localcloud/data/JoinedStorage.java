package io.quorate.localcloud.data;

import com.robothy.s3.core.storage.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The contents of objects, some of which are several files one after the other: what was uploaded
 * in parts is not written again when its upload is completed. The list of an object's parts is
 * written beside the files, where they are in a folder.
 */
final class JoinedStorage implements Storage {
  private final Storage files;
  private final Optional<Path> lists;
  private final Map<Long, List<Long>> parts = new ConcurrentHashMap<>();

  /**
   * Over these files.
   *
   * @param lists folder for the lists of parts; empty where nothing survives a restart
   */
  JoinedStorage(Storage files, Optional<Path> lists) throws IOException {
    this.files = files;
    this.lists = lists;
    if (lists.isPresent()) {
      Files.createDirectories(lists.get());
      try (Stream<Path> found = Files.list(lists.get())) {
        for (Path list : found.toList()) {
          parts.put(Long.valueOf(String.valueOf(list.getFileName())), read(list));
        }
      }
    }
  }

  private static List<Long> read(Path list) throws IOException {
    return Files.readAllLines(list).stream().map(Long::valueOf).toList();
  }

  /** From now on the file has the content of these ones, which go with it. */
  void join(Long id, List<Long> of) {
    list(id)
        .ifPresent(
            list -> {
              try {
                Files.write(list, of.stream().map(String::valueOf).toList());
              } catch (IOException e) {
                throw new UncheckedIOException("cannot write the parts of object " + id, e);
              }
            });
    parts.put(id, List.copyOf(of));
  }

  private Optional<Path> list(Long id) {
    return lists.map(folder -> folder.resolve(String.valueOf(id)));
  }

  @Override
  public Long put(Long id, byte[] content) {
    return files.put(id, content);
  }

  @Override
  public Long put(Long id, InputStream content) {
    return files.put(id, content);
  }

  @Override
  public byte[] getBytes(Long id) {
    if (!parts.containsKey(id)) {
      return files.getBytes(id);
    }
    try (InputStream all = getInputStream(id)) {
      return all.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read object " + id, e);
    }
  }

  @Override
  public InputStream getInputStream(Long id) {
    List<Long> of = parts.get(id);
    return of == null ? files.getInputStream(id) : new JoinedStream(files, of);
  }

  @Override
  public Long delete(Long id) {
    List<Long> of = parts.remove(id);
    if (of != null) {
      of.forEach(files::delete);
      list(id)
          .ifPresent(
              list -> {
                try {
                  Files.deleteIfExists(list);
                } catch (IOException e) {
                  throw new UncheckedIOException("cannot delete the parts of object " + id, e);
                }
              });
    }
    return files.delete(id);
  }

  @Override
  public boolean isExist(Long id) {
    return files.isExist(id);
  }
}
