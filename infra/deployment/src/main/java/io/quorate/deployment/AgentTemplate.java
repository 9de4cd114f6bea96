package io.quorate.deployment;

import io.quorate.localcloud.instance.LaunchTemplate;
import io.quorate.localcloud.terraform.NodeGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The launch template of a node: the agent with the flags that ship with it. */
final class AgentTemplate {
  private AgentTemplate() {}

  static LaunchTemplate of(NodeGroup group, Artifacts artifacts) {
    Map<String, String> environment =
        new HashMap<>(group.agent().environmentAt("{dir}", artifacts.etcdFolder().toString()));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    return new LaunchTemplate(List.of(artifacts.agent().toString()), environment, "");
  }
}
