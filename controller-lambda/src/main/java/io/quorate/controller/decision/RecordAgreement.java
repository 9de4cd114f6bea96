package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;
import io.quorate.state.Status;
import java.util.List;
import java.util.Optional;

/**
 * Records in the catalogue what the comparisons of the voters' data say of snapshots.
 *
 * @param lines the lines that change
 * @param mark the mark that the bucket gets before, of a snapshot whose voter differed
 */
public record RecordAgreement(
    Reason reason, List<CatalogueChange> lines, Optional<Prerequisite.MarkDiffering> mark)
    implements Decision {
  public RecordAgreement {
    lines = List.copyOf(lines);
  }

  @Override
  public String code() {
    return "RECORD_AGREEMENT";
  }

  @Override
  public String summary() {
    return "record what the comparisons say of " + lines.size() + " snapshots";
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    return DecisionWrites.of(
        lines.stream().map(change -> change.write(view.cluster(), view.observedAt())).toList());
  }

  @Override
  public Optional<Prerequisite> prerequisite() {
    return mark.map(Prerequisite.class::cast);
  }
}
