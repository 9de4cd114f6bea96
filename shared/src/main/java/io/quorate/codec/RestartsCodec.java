package io.quorate.codec;

import io.quorate.model.InstanceId;
import io.quorate.state.Boot;
import io.quorate.state.RestartsTold;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What the status says of restarts that the journal has told of. */
final class RestartsCodec {
  private RestartsCodec() {}

  static Map<String, Object> write(Map<InstanceId, RestartsTold> restarts) {
    Tree.Builder tree = Tree.builder();
    new TreeMap<>(restarts).forEach((instance, told) -> tree.with(instance.value(), told(told)));
    return tree.build();
  }

  private static Map<String, Object> told(RestartsTold told) {
    return Tree.builder()
        .with("diskNonce", told.boot().diskNonce())
        .with("bootCount", told.boot().count())
        .with("bootNonce", told.boot().nonce())
        .with("agentAt", told.agentAt())
        .with("directoryNonce", told.directoryNonce())
        .with("etcdStarts", told.etcdStarts())
        .with("etcdAt", told.etcdAt())
        .build();
  }

  static Map<InstanceId, RestartsTold> read(Tree tree) {
    Map<InstanceId, RestartsTold> restarts = new HashMap<>();
    for (String instance : tree.values().keySet()) {
      Tree told = tree.tree(instance);
      restarts.put(
          new InstanceId(instance),
          new RestartsTold(
              new Boot(
                  told.string("diskNonce"), told.number("bootCount"), told.string("bootNonce")),
              told.instant("agentAt"),
              told.string("directoryNonce"),
              told.number("etcdStarts"),
              told.instant("etcdAt")));
    }
    return restarts;
  }
}
