package io.quorate.agent.steps;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.EtcdIds;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.state.Bootstrap;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** The lineage record of a {@link StepWorld}. */
final class ModelLineage {
  private ModelLineage() {}

  /** So many voters from this one on. */
  static Bootstrap bootstrap(int first, int voters) {
    List<InitialMember> initial =
        IntStream.range(first, first + voters)
            .mapToObj(
                n ->
                    new InitialMember(
                        new InstanceId("i-" + n),
                        EtcdIds.memberId(
                            List.of(StepWorld.endpoints(n).peerUrl()), StepWorld.TOKEN),
                        StepWorld.endpoints(n),
                        "zone-" + n,
                        "nonce1"))
            .toList();
    EtcdClusterId id = EtcdIds.clusterId(initial.stream().map(InitialMember::memberId).toList());
    return new Bootstrap(
        Generation.FIRST, StepWorld.TOKEN, id, initial, "bootstrap", Instant.EPOCH);
  }

  /** The record of that generation, or of the one after it, which began on its last voter. */
  static Lineage of(Bootstrap bootstrap, boolean over) {
    Lineage first = Lineage.unbootstrapped(StepWorld.UID).committing(bootstrap).committed();
    return over
        ? first.reseeding(SeedWorld.second(bootstrap.voters().getLast())).committed()
        : first;
  }
}
