package io.quorate.agent.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What an operating system does with files. Every process sees a change at once; it outlives a
 * power cut only when it was synced: a file's content by its own sync, a name by its folder's.
 */
public interface FileCalls {
  /** The file's whole content; empty when there is no such file. */
  Optional<byte[]> read(Path file) throws IOException;

  /** Opens an empty file to write, made if need be, else cut to nothing. */
  Writing create(Path file) throws IOException;

  /** Gives a file another name of the same filesystem, at once and over what had it. */
  void rename(Path source, Path target) throws IOException;

  /** Deletes a file, if it is there. */
  void delete(Path file) throws IOException;

  /** Syncs a folder's entries: what was created, renamed or removed in it. */
  void syncFolder(Path folder) throws IOException;

  /** A file while it is written. */
  interface Writing extends Closeable {
    /** Appends all of this. */
    void write(byte[] content) throws IOException;

    /** Syncs the content. */
    void sync() throws IOException;
  }
}
