package io.quorate.spec;

import java.util.Optional;
import java.util.function.Function;

/**
 * One field of the file: reading, checking, writing, documenting and comparing all come from it.
 *
 * @param path dotted, as in {@code etcd.quota}
 * @param kind what it holds
 * @param presence what happens when it is left out
 * @param effect what a change of it does to a living cluster
 * @param meaning one sentence for the documentation, with the reason for bounds that need one
 * @param of its value in a spec; empty where that spec has none
 */
public record SpecField<T>(
    String path,
    FieldKind<T> kind,
    Presence presence,
    Effect effect,
    String meaning,
    Function<ClusterSpec, Optional<T>> of) {

  /** What happens when a field is left out. */
  public sealed interface Presence {
    /** An error. */
    record Required() implements Presence {}

    /** This raw value is read in its place. */
    record Default(Object raw) implements Presence {}

    /** It follows from other fields, as told here. */
    record Derived(String from) implements Presence {}
  }

  /** What a change does once the cluster lives. */
  public enum Effect {
    /** The controller and the agents go by it from their next turn on. */
    AT_ONCE("at once"),
    /** Members take it up at a restart of their etcd, which is rolled out one by one. */
    ETCD_RESTART("rolled out, one member at a time"),
    /** It is only read at the bootstrap. */
    BOOTSTRAP_ONLY("none, read at the bootstrap only"),
    /** A change is refused. */
    NEVER("refused");

    private final String words;

    Effect(String words) {
      this.words = words;
    }

    /** As the documentation says it. */
    public String words() {
      return words;
    }
  }

  static <T> SpecField<T> required(
      String path, FieldKind<T> kind, Effect effect, Function<ClusterSpec, T> of, String meaning) {
    return new SpecField<>(
        path, kind, new Presence.Required(), effect, meaning, of.andThen(Optional::of));
  }

  static <T> SpecField<T> optional(
      String path,
      FieldKind<T> kind,
      Object standard,
      Effect effect,
      Function<ClusterSpec, T> of,
      String meaning) {
    return new SpecField<>(
        path, kind, new Presence.Default(standard), effect, meaning, of.andThen(Optional::of));
  }

  static <T> SpecField<T> derived(
      String path,
      FieldKind<T> kind,
      String from,
      Effect effect,
      Function<ClusterSpec, Optional<T>> of,
      String meaning) {
    return new SpecField<>(path, kind, new Presence.Derived(from), effect, meaning, of);
  }

  /** The value in the tree's own form; empty where that spec has none. */
  public Optional<Object> written(ClusterSpec spec) {
    return of.apply(spec).map(kind::write);
  }
}
