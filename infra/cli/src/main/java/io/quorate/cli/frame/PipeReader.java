package io.quorate.cli.frame;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who reads the pipe that standard output is. A command that waits for news writes nothing
 * meanwhile, and so is not told that its reader has closed the pipe: {@code quorate events demo
 * --follow | head -1} would wait for as long as the journal is quiet.
 *
 * <p>The readers are the processes that have the pipe open to read when the command begins, by
 * Linux's {@code /proc}. They are gone once all of them have ended and nobody else is seen to read.
 * A reader that cannot be seen, such as another user's, is never said to be gone: the next write
 * tells.
 */
final class PipeReader {
  private static final Path PROC = Path.of("/proc");

  private final String pipe;
  private List<ProcessHandle> readers;

  private PipeReader(String pipe) {
    this.pipe = pipe;
    this.readers = readersOf(pipe);
  }

  /** The readers of this process' standard output; empty where that is no pipe. */
  static Optional<PipeReader> ofStandardOutput() {
    return of(PROC.resolve("self/fd/1"));
  }

  static Optional<PipeReader> of(Path descriptor) {
    return target(descriptor).filter(to -> to.startsWith("pipe:")).map(PipeReader::new);
  }

  /** Whether all readers that were seen have ended. */
  boolean gone() {
    if (readers.isEmpty() || readers.stream().anyMatch(ProcessHandle::isAlive)) {
      return false;
    }
    readers = readersOf(pipe);
    return readers.isEmpty();
  }

  private static List<ProcessHandle> readersOf(String pipe) {
    return ProcessHandle.allProcesses().filter(process -> reads(process, pipe)).toList();
  }

  private static boolean reads(ProcessHandle process, String pipe) {
    Path of = PROC.resolve(Long.toString(process.pid()));
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(of.resolve("fd"))) {
      for (Path descriptor : descriptors) {
        if (target(descriptor).filter(pipe::equals).isPresent()
            && toRead(of.resolve("fdinfo").resolve(descriptor.getFileName()))) {
          return true;
        }
      }
      return false;
    } catch (IOException hiddenOrEnded) {
      return false;
    }
  }

  private static Optional<String> target(Path descriptor) {
    try {
      return Optional.of(Files.readSymbolicLink(descriptor).toString());
    } catch (IOException | UnsupportedOperationException noLink) {
      return Optional.empty();
    }
  }

  /** The last octal digit of the flags is 0 for read-only. */
  private static boolean toRead(Path info) throws IOException {
    try (Stream<String> lines = Files.lines(info)) {
      return lines.anyMatch(line -> line.startsWith("flags:") && line.endsWith("0"));
    }
  }
}
