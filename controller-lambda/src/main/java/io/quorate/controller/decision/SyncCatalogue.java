package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;
import io.quorate.state.Status;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes the catalogue tell what the bucket holds.
 *
 * @param lines what changes, line by line
 * @param request the request that is answered with it
 */
public record SyncCatalogue(
    Reason reason, List<CatalogueChange> lines, Optional<RequestChange> request)
    implements Decision {
  public SyncCatalogue {
    lines = List.copyOf(lines);
  }

  @Override
  public String code() {
    return "SYNC_CATALOGUE";
  }

  @Override
  public String summary() {
    return "bring " + lines.size() + " lines of the catalogue up to what the bucket holds";
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    List<Write> parts = new ArrayList<>();
    lines.forEach(change -> parts.add(change.write(view.cluster(), view.observedAt())));
    request.ifPresent(change -> parts.add(change.write(view.cluster())));
    return DecisionWrites.of(parts);
  }
}
