package io.quorate.deployment;

import io.quorate.localcloud.protocol.XmlReplies;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.util.List;

/** An Auto Scaling with one group of one instance in any state. */
final class ScriptedGroup {
  private ScriptedGroup() {}

  static ServiceEndpoint with(String instance, String lifecycleState) {
    return call ->
        XmlReplies.QUERY.ok(
            "DescribeAutoScalingGroups",
            out ->
                out.list(
                    "AutoScalingGroups",
                    List.of(instance),
                    group ->
                        out.text("AutoScalingGroupName", "any")
                            .text("DesiredCapacity", 1)
                            .list(
                                "Instances",
                                List.of(instance),
                                member ->
                                    out.text("InstanceId", member)
                                        .text("LifecycleState", lifecycleState))));
  }
}
