package io.quorate.codec;

import io.quorate.command.Command;
import io.quorate.command.CommandHeader;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A command's own attributes: its record's components, by their names. A duration is a number of
 * milliseconds, under its name with {@code Millis}, and stands first; an empty optional has no
 * attribute.
 */
final class CommandFields {
  private static final Map<Type, Function<String, ?>> VALUES =
      Map.of(
          String.class, Function.<String>identity(),
          EtcdClusterId.class, EtcdClusterId::parse,
          MemberId.class, MemberId::parse,
          SnapshotId.class, SnapshotId::new);

  private CommandFields() {}

  static void write(Tree.Builder tree, Command command) {
    List<RecordComponent> components =
        Stream.of(command.getClass().getRecordComponents())
            .sorted(Comparator.comparing(component -> component.getType() != Duration.class))
            .toList();
    for (RecordComponent component : components) {
      String name = name(component);
      switch (call(() -> component.getAccessor().invoke(command))) {
        case CommandHeader header -> {}
        case Optional<?> optional -> tree.withOptional(name, optional);
        case List<?> list -> tree.with(name, list);
        case Duration duration -> tree.with(name, duration.toMillis());
        case Boolean flag -> tree.with(name, flag);
        case Long number -> tree.with(name, number);
        case Object value -> tree.with(name, value.toString());
      }
    }
  }

  static Command read(Class<? extends Command> type, CommandHeader header, Tree tree) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = types[i] == CommandHeader.class ? header : value(components[i], tree);
    }
    return call(() -> type.getDeclaredConstructor(types).newInstance(values));
  }

  private static Object value(RecordComponent component, Tree tree) {
    String name = name(component);
    Type type = component.getGenericType();
    if (type == long.class) {
      return tree.number(name);
    }
    if (type == boolean.class) {
      return tree.flag(name);
    }
    if (type == Duration.class) {
      return Duration.ofMillis(tree.number(name));
    }
    if (type instanceof ParameterizedType of) {
      return of.getRawType() == List.class
          ? tree.strings(name)
          : tree.optionalValue(name, reader(of.getActualTypeArguments()[0]));
    }
    return tree.value(name, reader(type));
  }

  private static Function<String, ?> reader(Type type) {
    return Optional.ofNullable(VALUES.get(type))
        .orElseThrow(() -> new IllegalStateException("no attribute can hold " + type));
  }

  private static String name(RecordComponent component) {
    Command.Attribute other = component.getAnnotation(Command.Attribute.class);
    String name = other == null ? component.getName() : other.value();
    return component.getType() == Duration.class ? name + "Millis" : name;
  }

  private interface Reflective<T> {
    T get() throws ReflectiveOperationException;
  }

  private static <T> T call(Reflective<T> reflective) {
    try {
      return reflective.get();
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
