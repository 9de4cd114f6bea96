package io.quorate.store;

import java.util.Map;

/** One part of a transaction, or a conditional write by itself. */
public sealed interface Write {
  /** The record it is about. */
  Key key();

  /** Puts the whole record. */
  record Put(Item item, Expect expect) implements Write {
    @Override
    public Key key() {
      return item.key();
    }
  }

  /** Sets and adds to some attributes of a record, which comes to be if it was missing. */
  record Update(Key key, Map<String, Object> set, Map<String, Long> add, Expect expect)
      implements Write {}

  /** Takes the whole record away; nothing happens where there is none. */
  record Delete(Key key, Expect expect) implements Write {}

  /** Writes nothing; the transaction fails unless the condition holds. */
  record Check(Key key, Expect expect) implements Write {}
}
