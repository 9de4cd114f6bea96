package io.quorate.agent.wal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One WAL file, named {@code <sequence>-<first index>.wal} in hexadecimal. */
record Segment(Path file, long sequence, long firstIndex) {
  private static final Pattern NAME = Pattern.compile("([0-9a-f]{16})-([0-9a-f]{16})\\.wal");

  /** The folder's segments, oldest first; other files (etcd's preallocated *.tmp) are left out. */
  static List<Segment> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .flatMap(Segment::of)
          .sorted((a, b) -> Long.compareUnsigned(a.sequence, b.sequence))
          .toList();
    }
  }

  private static Stream<Segment> of(Path file) {
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    return name.matches()
        ? Stream.of(
            new Segment(
                file,
                Long.parseUnsignedLong(name.group(1), 16),
                Long.parseUnsignedLong(name.group(2), 16)))
        : Stream.empty();
  }
}
