package io.quorate.secrets;

class KeptTokenKeysTest extends TokenKeyStoreContract {
  private final KeptTokenKeys keys = new KeptTokenKeys();

  @Override
  protected TokenKeyStore store() {
    return keys;
  }
}
