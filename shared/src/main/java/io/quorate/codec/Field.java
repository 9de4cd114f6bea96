package io.quorate.codec;

import io.quorate.wire.Wire;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A record's component, as an attribute or as several. */
final class Field {
  final String component;
  final int index;
  final String attribute;
  final Form form;

  /** The method of an attribute that is no component. */
  final @Nullable Method derived;

  private final boolean optional;
  private final boolean inline;
  private final boolean sparse;
  private final boolean mayBeMissing;

  /** The map in which the attribute stands, where it has one of its own. */
  private final @Nullable String group;

  private Field(RecordComponent component, int index) {
    this.component = component.getName();
    this.index = index;
    derived = null;
    Type type = component.getGenericType();
    optional = component.getType() == Optional.class;
    form = Forms.of(component, optional ? argument(type, 0) : type);
    inline = component.isAnnotationPresent(Wire.Inline.class);
    sparse = component.isAnnotationPresent(Wire.Sparse.class);
    mayBeMissing =
        sparse || form instanceof ListForm || component.isAnnotationPresent(Wire.AddedLater.class);
    Wire.Name other = component.getAnnotation(Wire.Name.class);
    String name = other == null ? this.component : other.value();
    int dot = name.indexOf('.');
    group = dot < 0 ? null : name.substring(0, dot);
    attribute =
        name.substring(dot + 1) + (form instanceof ValueForm v && v.millis() ? "Millis" : "");
  }

  private Field(Method derived) {
    component = derived.getName();
    attribute = component;
    index = -1;
    this.derived = derived;
    optional = derived.getReturnType() == Optional.class;
    Type type = derived.getGenericReturnType();
    form = Forms.of(derived, optional ? argument(type, 0) : type);
    inline = false;
    sparse = false;
    mayBeMissing = false;
    group = null;
  }

  static Field of(RecordComponent component, int index) {
    return new Field(component, index);
  }

  static Field derived(Method method) {
    return new Field(method);
  }

  static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }

  void write(Map<String, Object> attributes, Object value) {
    Object there = optional ? ((Optional<?>) value).orElse(null) : value;
    if (there == null || (sparse && there.equals(form.nothing()))) {
      return;
    }
    if (group != null) {
      Map<String, Object> own = new LinkedHashMap<>();
      own.put(attribute, form.write(there));
      attributes.put(group, own);
    } else if (inline && form instanceof RecordForm record) {
      record.writeInto(attributes, there);
    } else if (inline) {
      ((MapForm) form).writeInto(attributes, there);
    } else {
      attributes.put(attribute, form.write(there));
    }
  }

  Object read(Map<String, Object> attributes, String where) {
    if (inline) {
      return readInline(attributes, where);
    }
    if (group == null) {
      return read(attributes.get(attribute), where);
    }
    Object own = attributes.get(group);
    return own == null
        ? read((Object) null, where)
        : read(
            RecordForm.map(own, form, where, group).get(attribute), RecordForm.path(where, group));
  }

  private Object readInline(Map<String, Object> attributes, String where) {
    if (form instanceof RecordForm record) {
      if (!optional) {
        return record.readFrom(attributes, where);
      }
      return record.isIn(attributes)
          ? Optional.of(record.readFrom(attributes, where))
          : Optional.empty();
    }
    return ((MapForm) form).readFrom(attributes, where);
  }

  private Object read(@Nullable Object stored, String where) {
    if (stored == null) {
      if (optional || mayBeMissing) {
        return nothing();
      }
      throw form.wrong(null, where, attribute);
    }
    Object read = form.read(stored, where, attribute);
    if (optional) {
      return Optional.ofNullable(read);
    }
    if (read == null) {
      throw form.wrong(stored, where, attribute);
    }
    return read;
  }

  /** What is read where the attribute is missing. */
  Object nothing() {
    return optional ? Optional.empty() : form.nothing();
  }
}
