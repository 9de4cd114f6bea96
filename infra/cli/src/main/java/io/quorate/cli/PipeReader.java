package io.quorate.cli;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether somebody still reads the pipe that standard output is. A command that waits for news
 * writes nothing meanwhile, and so would not be told: {@code quorate events demo --follow | head
 * -1} would wait for as long as the journal is quiet.
 *
 * <p>Opening a pipe to write waits until it has a reader, so an open that does not come back tells
 * that there is none. Where that cannot be tried, nobody is said to be gone; the next write tells.
 */
final class PipeReader {
  /** So many looks an open may take: a machine may be slow. */
  private static final int LOOKS = 3;

  static final String THREAD = "stdout-reader";

  private final Path pipe;
  private Optional<Thread> opening = Optional.empty();
  private int looks;

  private PipeReader(Path pipe) {
    this.pipe = pipe;
  }

  /** The reader of this process' standard output; empty where that is no pipe. */
  static Optional<PipeReader> ofStandardOutput() {
    Path output = Path.of("/proc/self/fd/1");
    try {
      return Files.readSymbolicLink(output).toString().startsWith("pipe:")
          ? Optional.of(of(output))
          : Optional.empty();
    } catch (IOException | UnsupportedOperationException noProc) {
      return Optional.empty();
    }
  }

  static PipeReader of(Path pipe) {
    return new PipeReader(pipe);
  }

  /** Whether it is known that nobody reads any more; asked once before each look. */
  boolean gone() {
    if (opening.filter(Thread::isAlive).isEmpty()) {
      Thread next = new Thread(this::open, THREAD);
      next.setDaemon(true);
      next.start();
      opening = Optional.of(next);
      looks = 0;
      return false;
    }
    return ++looks >= LOOKS;
  }

  private void open() {
    try (FileOutputStream opened = new FileOutputStream(pipe.toFile(), true)) {
      opened.flush();
    } catch (IOException cannotBeOpened) {
      // Another user's pipe, perhaps: the next write tells.
      return;
    }
  }
}
