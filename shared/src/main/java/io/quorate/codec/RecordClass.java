package io.quorate.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** A record's constructor and accessors, looked up once. */
final class RecordClass {
  private final Constructor<?> constructor;
  private final Method[] accessors;

  private RecordClass(Constructor<?> constructor, Method[] accessors) {
    this.constructor = constructor;
    this.accessors = accessors;
  }

  static RecordClass of(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Method[] accessors = new Method[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      accessors[i] = components[i].getAccessor();
      accessors[i].setAccessible(true);
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return new RecordClass(constructor, accessors);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  Object value(Object record, int component) {
    return call(accessors[component], record);
  }

  /** Makes a record; what its constructor refuses is thrown as it is. */
  Object create(@Nullable Object... values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw thrown(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static Method method(Class<?> type, String name, Class<?>... parameters) {
    try {
      Method method = type.getDeclaredMethod(name, parameters);
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  static Object call(Method method, @Nullable Object on, Object... arguments) {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw thrown(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static RuntimeException thrown(InvocationTargetException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException refused
        ? refused
        : new IllegalStateException(e.getCause());
  }
}
