package io.quorate.memory;

import io.quorate.store.LineageArchive;
import io.quorate.store.LineageArchiveContract;

class InMemoryLineageArchiveTest extends LineageArchiveContract {
  private final LineageArchive archive = new InMemoryLineageArchive();

  @Override
  protected LineageArchive archive() {
    return archive;
  }
}
