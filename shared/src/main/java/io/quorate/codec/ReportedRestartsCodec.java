package io.quorate.codec;

import io.quorate.model.InstanceId;
import io.quorate.state.AgentIncarnation;
import io.quorate.state.ReportedRestarts;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What the status says of restarts that the journal has told of. */
final class ReportedRestartsCodec {
  private ReportedRestartsCodec() {}

  static Map<String, Object> write(Map<InstanceId, ReportedRestarts> restarts) {
    Tree.Builder tree = Tree.builder();
    new TreeMap<>(restarts).forEach((instance, told) -> tree.with(instance.value(), told(told)));
    return tree.build();
  }

  private static Map<String, Object> told(ReportedRestarts told) {
    return Tree.builder()
        .with("diskId", told.boot().diskId())
        .with("incarnationCount", told.boot().count())
        .with("incarnationNonce", told.boot().nonce())
        .with("agentAt", told.agentAt())
        .with("directoryNonce", told.directoryNonce())
        .with("etcdStarts", told.etcdStarts())
        .with("etcdAt", told.etcdAt())
        .build();
  }

  static Map<InstanceId, ReportedRestarts> read(Tree tree) {
    Map<InstanceId, ReportedRestarts> restarts = new HashMap<>();
    for (String instance : tree.values().keySet()) {
      Tree told = tree.tree(instance);
      restarts.put(
          new InstanceId(instance),
          new ReportedRestarts(
              new AgentIncarnation(
                  told.string("diskId"),
                  told.number("incarnationCount"),
                  told.string("incarnationNonce")),
              told.instant("agentAt"),
              told.string("directoryNonce"),
              told.number("etcdStarts"),
              told.instant("etcdAt")));
    }
    return restarts;
  }
}
