package io.quorate.cli.render;

import io.quorate.codec.Tree;
import io.quorate.spec.SpecChange;
import io.quorate.spec.SpecChange.FieldChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What an apply changes, field by field. */
public final class ChangeText {
  private static final Set<String> ACCESS = Set.of("auth.roles", "auth.users");

  private ChangeText() {}

  /**
   * One line for each field: before, after, and when it takes effect; then what it grants and
   * revokes; then the notes.
   */
  public static List<String> lines(SpecChange change) {
    List<String> lines = new ArrayList<>();
    for (FieldChange field : change.changes()) {
      if (ACCESS.contains(field.path())) {
        continue; // Their calls follow.
      }
      lines.add(
          "  "
              + field.path()
              + ": "
              + shown(field.before().map(Object::toString).orElse("(none)"))
              + " -> "
              + shown(field.after().map(Object::toString).orElse("(none)"))
              + "  ["
              + field.effect().words()
              + "]");
    }
    change.access().forEach(call -> lines.add("  auth: " + call.words()));
    change.notes().forEach(note -> lines.add("  note: " + note));
    return lines;
  }

  /** The same for programs. */
  public static List<Map<String, Object>> json(SpecChange change) {
    return change.changes().stream()
        .map(
            field ->
                Tree.builder()
                    .with("field", field.path())
                    .withOptional("before", field.before())
                    .withOptional("after", field.after())
                    .with("effect", field.effect())
                    .build())
        .toList();
  }

  private static String shown(String value) {
    return value.isEmpty() ? "(empty)" : value;
  }
}
