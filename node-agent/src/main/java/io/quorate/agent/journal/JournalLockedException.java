package io.quorate.agent.journal;

import java.io.IOException;
import java.nio.file.Path;

/** Another agent runs on this disk. */
public final class JournalLockedException extends IOException {
  private static final long serialVersionUID = 1L;

  JournalLockedException(Path lockFile) {
    super(lockFile + " is held by another agent: stop that one first");
  }
}
