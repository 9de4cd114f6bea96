package io.quorate.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a spec and checks every rule, for the command and the controller alike: 1. text to tree
 * ({@link YamlTree}), 2. tree to values, each sound on its own ({@link SpecTreeWalk}), 3. the rules
 * between fields ({@link CrossRules}), 4. the spec, if nothing was reported.
 */
public final class SpecReader {
  private SpecReader() {}

  /** Reads the YAML file; never throws for what the text holds. */
  public static SpecResult read(String yaml) {
    List<SpecError> errors = new ArrayList<>();
    return YamlTree.parse(yaml, errors::add)
        .map(tree -> check(tree, errors))
        .orElseGet(() -> new SpecResult.Invalid(errors));
  }

  /** Reads a tree such as {@link SpecTree} writes; never throws for what the tree holds. */
  public static SpecResult fromTree(Map<String, ? extends @Nullable Object> tree) {
    return check(tree, new ArrayList<>());
  }

  private static SpecResult check(
      Map<String, ? extends @Nullable Object> tree, List<SpecError> errors) {
    SpecValues values = new SpecTreeWalk(errors::add).read(tree);
    CrossRules.check(values, errors::add);
    return errors.isEmpty()
        ? new SpecResult.Valid(SpecFields.read(values))
        : new SpecResult.Invalid(errors);
  }
}
