package io.quorate.codec;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list. */
final class ListForm extends Form {
  private final Form element;
  private final @Nullable String knownOnly;
  private final int most;

  /**
   * A list.
   *
   * @param knownOnly the attribute of an element that names a constant; those whose constant is not
   *     known are passed over
   * @param most how many elements are read; a longer list is refused
   */
  ListForm(Form element, @Nullable String knownOnly, int most) {
    this.element = element;
    this.knownOnly = knownOnly;
    this.most = most;
  }

  @Override
  String expected() {
    return most == Integer.MAX_VALUE ? "a list" : "a list of at most " + most + " elements";
  }

  @Override
  Object write(Object value) {
    List<?> list = (List<?>) value;
    List<Object> written = new ArrayList<>(list.size());
    for (Object one : list) {
      written.add(element.write(one));
    }
    return List.copyOf(written);
  }

  @Override
  Object read(Object stored, String where, String name) {
    if (!(stored instanceof List<?> list)) {
      throw wrong(stored, where, name);
    }
    if (list.size() > most) {
      throw wrong(list.size() + " elements", where, name);
    }
    List<Object> read = new ArrayList<>(list.size());
    for (Object one : list) {
      if (knownOnly == null || ((RecordForm) element).knows(one, knownOnly)) {
        read.add(required(element.read(one, where, name), one, where, name));
      }
    }
    return List.copyOf(read);
  }

  private Object required(@Nullable Object read, Object stored, String where, String name) {
    if (read == null) {
      throw element.wrong(stored, where, name);
    }
    return read;
  }

  @Override
  Object nothing() {
    return List.of();
  }
}
