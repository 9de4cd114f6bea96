package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;
import io.quorate.state.Bootstrap;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the recorded bootstrap final, once the mirror of the lineage holds it. */
public record FinalizeBootstrap(Reason reason, Bootstrap bootstrap) implements Decision {
  @Override
  public String code() {
    return "FINALIZE_BOOTSTRAP";
  }

  @Override
  public String summary() {
    return "write generation "
        + bootstrap.generation()
        + " to the lineage mirror, then make the recorded bootstrap final";
  }

  @Override
  public Map<String, Object> values() {
    return BootstrapValues.of(bootstrap);
  }

  @Override
  public Optional<Prerequisite> prerequisite() {
    return Optional.of(new Prerequisite.MirrorBootstrap(bootstrap));
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    Lineage read = view.lineage();
    if (read.state() != Lineage.State.COMMITTING
        || read.bootstrap().filter(bootstrap::equals).isEmpty()) {
      throw new IllegalStateException(
          "bootstrap " + bootstrap.nonce() + " to be finished is not the recorded one: " + read);
    }
    return DecisionWrites.of(List.of(LineageWrites.replace(view, read.committed())));
  }
}
