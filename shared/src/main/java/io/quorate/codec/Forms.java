package io.quorate.codec;

import static java.util.Objects.requireNonNull;

import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecReader;
import io.quorate.spec.SpecTree;
import io.quorate.state.OpenCommand;
import io.quorate.state.ProvenMembership;
import io.quorate.wire.Wire;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The form of each type that a record's component may have. */
final class Forms {
  private Forms() {}

  /**
   * The form of a component's values.
   *
   * @param component its annotations say where it is no rule
   */
  static Form of(AnnotatedElement component, Type type) {
    if (type instanceof ParameterizedType of) {
      return collection(component, of);
    }
    Class<?> raw = (Class<?>) type;
    Form special = special(component, raw);
    if (special != null) {
      return special;
    }
    ValueForm value = ValueForm.of(raw);
    if (value != null) {
      return BoundedForm.of(value, component);
    }
    if (!raw.isRecord()) {
      throw new IllegalStateException("no attribute can hold " + type + " of " + component);
    }
    return RecordForm.of(raw);
  }

  /** The types whose form is written by hand. */
  private static @Nullable Form special(AnnotatedElement component, Class<?> type) {
    if (type == Outcome.class) {
      Lane lane = component.getAnnotation(Lane.Only.class).value();
      return new TreeForm<>(
          Outcome.class, CommandCodec::outcome, tree -> CommandCodec.outcome(tree, lane));
    }
    if (type == OpenCommand.class) {
      Lane lane = component.getAnnotation(Lane.Only.class).value();
      return new TreeForm<>(
          OpenCommand.class, CommandCodec::open, tree -> CommandCodec.open(tree, lane));
    }
    if (type == ProvenMembership.class) {
      return new TreeForm<>(
          ProvenMembership.class, ProvenMembershipForm::write, ProvenMembershipForm::read);
    }
    if (type == ClusterSpec.class) {
      return new TreeForm<>(
          ClusterSpec.class, SpecTree::of, tree -> SpecReader.fromTree(tree.values()).orThrow());
    }
    return component.isAnnotationPresent(Wire.EpochMillis.class) ? ValueForm.epochMillis() : null;
  }

  private static Form collection(AnnotatedElement component, ParameterizedType type) {
    Type[] arguments = type.getActualTypeArguments();
    Form element = of(component, arguments[arguments.length - 1]);
    if (type.getRawType() == Map.class) {
      return MapForm.of((Class<?>) arguments[0], element);
    }
    if (type.getRawType() == Set.class) {
      return BoundedForm.of(
          ValueForm.words(requireNonNull(ValueForm.of((Class<?>) arguments[0]))), component);
    }
    if (type.getRawType() != List.class) {
      throw new IllegalStateException("no attribute can hold " + type + " of " + component);
    }
    Wire.Keyed keyed = component.getAnnotation(Wire.Keyed.class);
    if (keyed != null) {
      return MapForm.keyed((Class<?>) arguments[0], keyed.value(), element);
    }
    Wire.KnownOnly known = component.getAnnotation(Wire.KnownOnly.class);
    Wire.Most most = component.getAnnotation(Wire.Most.class);
    return new ListForm(
        element,
        known == null ? null : known.value(),
        most == null ? Integer.MAX_VALUE : most.value());
  }
}
