package io.quorate.codec;

import io.quorate.wire.Wire;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A record, as a map of its components; made once for each class. */
final class RecordForm extends Form {
  private static final Map<Class<?>, RecordForm> ALL = new ConcurrentHashMap<>();

  private final RecordClass type;

  /** In the order of the components. */
  private final List<Field> fields;

  /** In the order in which they are written. */
  private final List<Field> order;

  private RecordForm(RecordClass type, List<Field> fields, List<Field> order) {
    this.type = type;
    this.fields = fields;
    this.order = order;
  }

  static RecordForm of(Class<?> type) {
    RecordForm known = ALL.get(type);
    if (known != null) {
      return known;
    }
    List<Field> fields = new ArrayList<>();
    RecordComponent[] components = type.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      fields.add(Field.of(components[i], i));
    }
    List<Field> order = new ArrayList<>(fields);
    for (RecordComponent component : components) {
      Wire.After after = component.getAnnotation(Wire.After.class);
      if (after != null) {
        Field moved = order.remove(indexOf(order, component.getName()));
        order.add(indexOf(order, after.value()) + 1, moved);
      }
    }
    Wire.Derived derived = type.getAnnotation(Wire.Derived.class);
    if (derived != null) {
      Method method = RecordClass.method(type, derived.value());
      order.add(indexOf(order, derived.after()) + 1, Field.derived(method));
    }
    RecordForm made = new RecordForm(RecordClass.of(type), List.copyOf(fields), List.copyOf(order));
    ALL.put(type, made);
    return made;
  }

  private static int indexOf(List<Field> fields, String component) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).component.equals(component)) {
        return i;
      }
    }
    throw new IllegalStateException("no component " + component);
  }

  @Override
  String expected() {
    return "a map";
  }

  @Override
  Object write(Object value) {
    return attributes(value);
  }

  Map<String, Object> attributes(Object record) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    writeInto(attributes, record);
    return Collections.unmodifiableMap(attributes);
  }

  void writeInto(Map<String, Object> attributes, Object record) {
    for (Field field : order) {
      Object value =
          field.derived == null
              ? type.value(record, field.index)
              : RecordClass.call(field.derived, record);
      field.write(attributes, value);
    }
  }

  @Override
  Object read(Object stored, String where, String name) {
    return readFrom(map(stored, this, where, name), path(where, name));
  }

  Object readFrom(Map<String, Object> attributes, String where) {
    Object[] values = new Object[fields.size()];
    for (Field field : fields) {
      values[field.index] = field.read(attributes, where);
    }
    return type.create(values);
  }

  /** A record of nothing: each component is empty, false or zero. */
  @Override
  Object nothing() {
    Object[] values = new Object[fields.size()];
    for (Field field : fields) {
      values[field.index] = field.nothing();
    }
    return type.create(values);
  }

  /** Whether a record within another's attributes is there: its first attribute is. */
  boolean isIn(Map<String, Object> attributes) {
    return attributes.containsKey(fields.getFirst().attribute);
  }

  /** Whether this release knows the constant that an attribute names. */
  boolean knows(Object stored, String constant) {
    for (Field field : fields) {
      if (field.attribute.equals(constant) && stored instanceof Map<?, ?> map) {
        return !(map.get(constant) instanceof String text)
            || ((ValueForm) field.form).hasConstant(text);
      }
    }
    return true;
  }

  Field field(String component) {
    return fields.get(indexOf(fields, component));
  }

  static String path(String where, String name) {
    return where + "." + name;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Object stored, Form form, String where, String name) {
    if (stored instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw form.wrong(stored, where, name);
  }
}
