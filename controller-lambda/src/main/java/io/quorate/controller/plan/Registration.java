package io.quorate.controller.plan;

import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which instances have never written a row. */
final class Registration {
  private static final String IN_SERVICE = "InService";

  private Registration() {}

  /** The instances in service that have no row, in order, joined for a message. */
  static Optional<String> missing(Situation situation) {
    if (rowsUnread(situation) || !(situation.view().group() instanceof GroupView.Observed group)) {
      return Optional.empty();
    }
    List<String> missing =
        group.lifecycles().entrySet().stream()
            .filter(entry -> entry.getValue().equals(IN_SERVICE))
            .map(Map.Entry::getKey)
            .filter(instance -> situation.node(instance).isEmpty() && situation.living(instance))
            .map(InstanceId::value)
            .toList();
    return missing.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", missing));
  }

  /** Whose row cannot be read is registered all the same: NODE_ROW_UNREADABLE tells of it. */
  static boolean rowsUnread(Situation situation) {
    return situation.view().fleet() instanceof FleetView.RowsUnread;
  }
}
