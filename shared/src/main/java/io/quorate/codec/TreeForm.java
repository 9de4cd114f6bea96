package io.quorate.codec;

import java.util.Map;
import java.util.function.Function;

/** A map that is written and read by hand. */
final class TreeForm<T> extends Form {
  private final Class<T> type;
  private final Function<T, Map<String, Object>> writer;
  private final Function<Tree, T> reader;

  TreeForm(Class<T> type, Function<T, Map<String, Object>> writer, Function<Tree, T> reader) {
    this.type = type;
    this.writer = writer;
    this.reader = reader;
  }

  @Override
  String expected() {
    return "a map";
  }

  @Override
  Object write(Object value) {
    return writer.apply(type.cast(value));
  }

  @Override
  Object read(Object stored, String where, String name) {
    return reader.apply(
        Tree.of(RecordForm.map(stored, this, where, name), RecordForm.path(where, name)));
  }

  @Override
  Object nothing() {
    throw new IllegalStateException(type + " has no value for nothing");
  }
}
