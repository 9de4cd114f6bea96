package io.quorate.controller.plan.fencing;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.model.InstanceId;
import io.quorate.state.Heartbeat;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What proves that everyone of a fence set is gone, for the record, for people, as evidence. */
public final class Proofs {
  private Proofs() {}

  /** What proves the end of each holder, for people. */
  public static Map<InstanceId, String> of(FenceSet holders) {
    Map<InstanceId, String> proofs = new TreeMap<>();
    holders.gone().forEach(gone -> proofs.put(gone.instance(), gone.why()));
    holders.fenced().forEach(fenced -> proofs.put(fenced.instance(), fenced.why()));
    return proofs;
  }

  /** The same in a line. */
  public static String words(FenceSet holders) {
    return holders.ends().stream()
        .map(end -> end.instance() + ": " + end.why())
        .collect(Collectors.joining("; "));
  }

  /** The heartbeats of those whose own word proves it, and the seeder's, each of this very turn. */
  public static Map<InstanceId, HeartbeatVersion> evidence(FenceSet holders, Heartbeat seeder) {
    Map<InstanceId, HeartbeatVersion> evidence = new HashMap<>();
    holders
        .gone()
        .forEach(gone -> gone.evidence().ifPresent(row -> evidence.put(gone.instance(), row)));
    holders.fenced().forEach(fenced -> evidence.put(fenced.instance(), fenced.evidence()));
    evidence.put(seeder.instance(), HeartbeatVersion.now(seeder));
    return evidence;
  }
}
