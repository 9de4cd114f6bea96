package io.quorate.agent.snapshots;

import io.quorate.agent.directory.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;

/**
 * Which file etcd's database is. etcd puts another one in its place when it takes over a leader's
 * data, for a member that was away for longer than the leader's log goes back, and when it
 * defragments; nothing else tells afterwards whose data it is.
 *
 * @param id tells it from the file that was there before: its inode, and when it was made. JDKs
 *     before 22 do not tell the latter
 * @param first whether it is the file that the member began with. Whoever takes over a leader's
 *     data keeps a mark of that with the index of its last entry, which is above 5,000: so many
 *     entries etcd keeps in its log for slow followers. The mark of a restored snapshot counts its
 *     members
 */
record DatabaseFile(String id, boolean first) {
  private static final int BIRTH_TOLD = 22;
  private static final long RESTORED_INDEX = 100;
  private static final String MARK = ".snap";
  private static final int RADIX = 16;

  /** That of a member in this directory. */
  static DatabaseFile of(Path directory) throws IOException {
    Path folder = DataDirectory.etcdData(directory).resolve("member").resolve("snap");
    Path database = folder.resolve("db");
    Object inode = Files.getAttribute(database, "unix:ino");
    long born =
        Runtime.version().feature() >= BIRTH_TOLD
            ? Files.readAttributes(database, BasicFileAttributes.class).creationTime().toMillis()
            : 0;
    try (Stream<Path> files = Files.list(folder)) {
      boolean first =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> name.endsWith(MARK))
              .allMatch(name -> index(name) <= RESTORED_INDEX);
      return new DatabaseFile(inode + "@" + born, first);
    }
  }

  /** Of a mark named by term and index, each of sixteen hexadecimal digits. */
  private static long index(String mark) {
    String digits = mark.substring(mark.indexOf('-') + 1, mark.length() - MARK.length());
    return digits.matches("[0-9a-f]{16}") ? Long.parseUnsignedLong(digits, RADIX) : Long.MAX_VALUE;
  }
}
