package io.quorate.memory;

import io.quorate.store.RecordStore;
import io.quorate.store.RecordStoreContract;

class InMemoryRecordStoreTest extends RecordStoreContract {
  private final RecordStore store = new InMemoryRecordStore();

  @Override
  protected RecordStore store() {
    return store;
  }
}
