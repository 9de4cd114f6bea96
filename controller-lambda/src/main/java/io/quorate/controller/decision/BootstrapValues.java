package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.state.Bootstrap;
import io.quorate.state.InitialMember;
import java.util.Map;

/** A bootstrap's values, by name. */
public final class BootstrapValues {
  private BootstrapValues() {}

  public static Map<String, Object> of(Bootstrap bootstrap) {
    return Tree.builder()
        .with("generation", bootstrap.generation().value())
        .with("clusterToken", bootstrap.clusterToken())
        .with("etcdClusterId", bootstrap.clusterId())
        .with("voters", bootstrap.voters().stream().map(BootstrapValues::voter).toList())
        .build();
  }

  private static String voter(InitialMember voter) {
    return voter.instance() + " as member " + voter.memberId() + " in " + voter.zone();
  }
}
