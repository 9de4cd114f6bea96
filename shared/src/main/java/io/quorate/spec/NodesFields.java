package io.quorate.spec;

import io.quorate.spec.NodesSettings.Replace;
import io.quorate.spec.SpecField.Effect;
import java.util.List;
import java.util.Optional;

/**
 * The fields of the section {@code nodes}. A spec with the defaults is written without it, which an
 * older release refuses.
 */
final class NodesFields {
  static final SpecField<String> REPLACE =
      new SpecField<>(
          "nodes.replace",
          ScalarKind.choice(Replace.ON_REQUEST.word(), Replace.AUTOMATIC.word()),
          new SpecField.Presence.Default(Replace.ON_REQUEST.word()),
          Effect.AT_ONCE,
          "Who begins to replace instances that another version of the launch template made than the"
              + " group's (upgrades.md, Nodes): `onRequest`, an operator by `quorate nodes replace`;"
              + " `automatic`, the controller. One at a time in any case.",
          spec ->
              Optional.of(spec.nodes().replace())
                  .filter(replace -> replace != NodesSettings.DEFAULT.replace())
                  .map(Replace::word));

  static final List<SpecField<?>> ALL = List.of(REPLACE);

  private NodesFields() {}

  static NodesSettings read(SpecValues values) {
    return new NodesSettings(
        values.get(REPLACE).equals(Replace.AUTOMATIC.word())
            ? Replace.AUTOMATIC
            : Replace.ON_REQUEST);
  }
}
