package io.quorate.codec;

import io.quorate.wire.Wire;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A map, in the order of its keys; or a list whose elements have keys. */
final class MapForm extends Form {
  private final @Nullable ValueForm key;
  private final @Nullable Method keyOfElement;
  private final Form element;
  private final Map<String, Object> constants = new LinkedHashMap<>();

  private MapForm(@Nullable ValueForm key, @Nullable Method keyOfElement, Form element) {
    this.key = key;
    this.keyOfElement = keyOfElement;
    this.element = element;
  }

  /**
   * Keys of an enum may have other names; those that this release does not know are passed over.
   */
  static MapForm of(Class<?> keyType, Form element) {
    MapForm form = new MapForm(ValueForm.of(keyType), null, element);
    if (keyType.isEnum()) {
      for (Object constant : keyType.getEnumConstants()) {
        form.constants.put(attribute(keyType, (Enum<?>) constant), constant);
      }
    }
    return form;
  }

  static MapForm keyed(Class<?> elementType, String key, Form element) {
    return new MapForm(null, RecordClass.method(elementType, key), element);
  }

  private static String attribute(Class<?> type, Enum<?> constant) {
    try {
      Wire.Name other = type.getField(constant.name()).getAnnotation(Wire.Name.class);
      return other == null ? constant.name() : other.value();
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  String expected() {
    return "a map";
  }

  @Override
  Object write(Object value) {
    Map<String, Object> written = new LinkedHashMap<>();
    writeInto(written, value);
    return written;
  }

  /** Sets one attribute for each entry. */
  void writeInto(Map<String, Object> attributes, Object value) {
    if (value instanceof List<?> list) {
      for (Object one : list) {
        attributes.put((String) RecordClass.call(keyMethod(), one), element.write(one));
      }
      return;
    }
    for (Map.Entry<?, ?> entry : new TreeMap<Object, Object>((Map<?, ?>) value).entrySet()) {
      attributes.put(name(entry.getKey()), element.write(entry.getValue()));
    }
  }

  private String name(Object key) {
    for (Map.Entry<String, Object> constant : constants.entrySet()) {
      if (constant.getValue() == key) {
        return constant.getKey();
      }
    }
    return (String) keyForm().write(key);
  }

  @Override
  Object read(Object stored, String where, String name) {
    return readFrom(RecordForm.map(stored, this, where, name), RecordForm.path(where, name));
  }

  /** Reads the entries among other attributes. */
  Object readFrom(Map<String, Object> stored, String where) {
    if (key == null) {
      List<Object> list = new ArrayList<>();
      for (Map.Entry<String, Object> entry : new TreeMap<>(stored).entrySet()) {
        list.add(element.read(entry.getValue(), where, entry.getKey()));
      }
      return list;
    }
    Map<Object, Object> read = new LinkedHashMap<>();
    for (Map.Entry<String, Object> entry : stored.entrySet()) {
      Object known =
          constants.isEmpty()
              ? key.read(entry.getKey(), where, "a key")
              : constants.get(entry.getKey());
      if (known != null) {
        read.put(known, element.read(entry.getValue(), where, entry.getKey()));
      }
    }
    return read;
  }

  @Override
  Object nothing() {
    return key == null ? List.of() : Map.of();
  }

  private ValueForm keyForm() {
    return java.util.Objects.requireNonNull(key);
  }

  private Method keyMethod() {
    return java.util.Objects.requireNonNull(keyOfElement);
  }
}
