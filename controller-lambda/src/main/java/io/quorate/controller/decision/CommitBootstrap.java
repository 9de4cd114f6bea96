package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;
import io.quorate.state.Bootstrap;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Uses the right to bootstrap: records the bootstrap, to be finished exactly as recorded. */
public record CommitBootstrap(Reason reason, Bootstrap bootstrap) implements Decision {
  @Override
  public String code() {
    return "COMMIT_BOOTSTRAP";
  }

  @Override
  public String summary() {
    return "use the right to bootstrap: record generation "
        + bootstrap.generation()
        + " with "
        + bootstrap.voters().size()
        + " initial members";
  }

  @Override
  public Map<String, Object> values() {
    return BootstrapValues.of(bootstrap);
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    return DecisionWrites.of(List.of(LineageWrites.replace(view, committing(view))));
  }

  /** A recorded bootstrap is finished whatever else there is to see. */
  @Override
  public Optional<Lineage> leaves(ClusterView view) {
    return Optional.of(committing(view));
  }

  private Lineage committing(ClusterView view) {
    return view.lineage().committing(bootstrap);
  }
}
