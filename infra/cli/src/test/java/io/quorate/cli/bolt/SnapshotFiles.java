package io.quorate.cli.bolt;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** Files that etcdctl snapshot save wrote of an etcd 3.5.30. */
public final class SnapshotFiles {
  /** Three keys, at revision 4. */
  public static final String THREE_KEYS = "three-keys";

  /** 3,000 keys in 30 transactions, at revision 34: its tree of keys has branches. */
  public static final String THREE_THOUSAND_KEYS = "three-thousand-keys";

  /** All its keys are deleted and compacted at revision 4; access control is enabled. */
  public static final String COMPACTED_WITH_AUTH = "compacted-with-auth";

  private SnapshotFiles() {}

  /** One of them, as it was written. */
  public static byte[] bytes(String name) {
    try (InputStream packed =
        Objects.requireNonNull(SnapshotFiles.class.getResourceAsStream(name + ".db.gz"), name)) {
      return new GZIPInputStream(packed).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One of them, in a file. */
  public static Path file(Path folder, String name) throws IOException {
    return Files.write(folder.resolve(name + ".db"), bytes(name));
  }
}
