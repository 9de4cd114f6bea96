package io.quorate.memory;

import io.quorate.store.LineageMirror;
import io.quorate.store.LineageMirrorContract;

class InMemoryLineageMirrorTest extends LineageMirrorContract {
  private final LineageMirror mirror = new InMemoryLineageMirror();

  @Override
  protected LineageMirror mirror() {
    return mirror;
  }
}
