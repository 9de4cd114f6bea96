package io.quorate.controller.decision;

import io.quorate.certificate.NodeCertificates;
import io.quorate.command.Lane;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.Heartbeat;
import io.quorate.state.Status;
import io.quorate.store.Expect;
import io.quorate.store.Expiry;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Forgets instances that are gone for good: with the status that names them no more, their rows are
 * deleted, each only as it was read, and their slots and certificates are marked as gone.
 */
public record PruneInstances(Reason reason, List<InstanceId> instances) implements Decision {
  public PruneInstances {
    instances = List.copyOf(instances);
  }

  @Override
  public String code() {
    return "PRUNE_INSTANCES";
  }

  @Override
  public String summary() {
    return "forget " + instances.size() + " instances that are gone";
  }

  @Override
  public Map<String, Object> values() {
    return Map.of("instances", instances.stream().map(InstanceId::value).toList());
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    List<Write> parts = new ArrayList<>();
    for (InstanceId instance : instances) {
      if (next.terminated(instance) || next.data().holders().containsKey(instance)) {
        throw new IllegalStateException(
            instance + " is forgotten, and the status names it: one transaction takes both away");
      }
      parts.add(
          new Write.Delete(
              Keys.node(view.cluster(), instance),
              Optional.ofNullable(view.nodes().get(instance))
                  .map(ObservedNode::heartbeat)
                  .map(PruneInstances::asRead)
                  .orElseGet(Expect::anything)));
      for (Lane lane : Lane.values()) {
        view.slot(lane, instance)
            .ifPresent(slot -> parts.add(gone(view, Keys.command(view.cluster(), lane, instance))));
      }
      Optional<NodeCertificates> signed =
          Optional.ofNullable(view.records().certificates().nodes().get(instance));
      signed.ifPresent(any -> parts.add(gone(view, Keys.certificate(view.cluster(), instance))));
    }
    return DecisionWrites.of(parts);
  }

  private static Expect asRead(Heartbeat row) {
    return Expect.all(
        Expect.is("incarnationNonce", row.boot().nonce()), Expect.is("sequence", row.sequence()));
  }

  private static Write gone(ClusterView view, Key key) {
    return new Write.Update(
        key,
        Map.of(Expiry.ATTRIBUTE, view.observedAt().getEpochSecond()),
        Map.of(),
        Expect.anything());
  }
}
