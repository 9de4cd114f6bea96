package io.quorate.agent.steps;

import io.quorate.agent.port.JournalDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** A journal in memory that outlives its agents. */
public final class ModelJournal implements JournalDisk {
  private final Fuse fuse;
  private int saves;
  private boolean full;
  private Optional<Map<String, Object>> document = Optional.empty();

  public ModelJournal(Fuse fuse) {
    this.fuse = fuse;
  }

  @Override
  public Optional<Map<String, Object>> load() {
    return document;
  }

  @Override
  public void save(Map<String, Object> next) {
    if (full) {
      throw new UncheckedIOException("full", new IOException("No space left on device"));
    }
    fuse.look();
    document = Optional.of(next);
    saves++;
    fuse.reach(Fuse.Point.AFTER_JOURNAL);
  }

  /** From now on the disk has no room. */
  void full() {
    full = true;
  }

  /** How often it was saved. */
  int saves() {
    return saves;
  }

  /** What an earlier life of this disk left. */
  void left(Map<String, Object> before) {
    document = Optional.of(before);
    saves++;
  }
}
