package io.quorate.spec;

import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a field holds: how it is read out of a tree, checked on its own, and written back. */
public sealed interface FieldKind<T>
    permits ScalarKind, FlagMapKind, NameListKind, RoleListKind, UserListKind {
  /** The kind's name in the documentation. */
  String type();

  /** What is allowed, as it follows "expected". */
  String allowed();

  /** Reads a raw value of the tree; reports at least one error whenever it returns empty. */
  Optional<T> read(String path, @Nullable Object raw, Consumer<SpecError> errors);

  /** The value as it stands in a tree: text, a long, or a map or a list of such values. */
  Object write(T value);
}
