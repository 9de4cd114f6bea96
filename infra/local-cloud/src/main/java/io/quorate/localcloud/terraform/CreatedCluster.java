package io.quorate.localcloud.terraform;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** The one cluster that Terraform created in a state: its group, its instances, its spec. */
public final class CreatedCluster {
  private CreatedCluster() {}

  /** Its group. */
  public static NodeGroup group(TerraformState state) {
    Attributes group = state.one("aws_autoscaling_group", "nodes");
    Attributes template = state.one("aws_launch_template", "node");
    Attributes used = group.block("launch_template");
    if (!used.text("id").equals(template.text("id"))) {
      throw used.mismatch("id", template.text("id"));
    }
    return new NodeGroup(
        group.text("name"),
        group.whole("min_size"),
        group.whole("max_size"),
        group.whole("desired_capacity"),
        tags(group),
        group.texts("suspended_processes"),
        group.flag("protect_from_scale_in"),
        group.text("health_check_type"),
        hooks(group),
        userData(template).agent());
  }

  /** What its instances run at their first boot. */
  public static UserData userData(TerraformState state) {
    return userData(state.one("aws_launch_template", "node"));
  }

  private static UserData userData(Attributes template) {
    byte[] decoded = Base64.getDecoder().decode(template.text("user_data"));
    return UserData.of(new String(decoded, StandardCharsets.UTF_8));
  }

  /** What the controller's function is invoked with to store the spec: JSON. */
  public static String specInvocation(TerraformState state) {
    Attributes invocation = state.one("aws_lambda_invocation", "spec");
    Attributes function = state.one("aws_lambda_function", "controller");
    if (!invocation.text("function_name").equals(function.text("function_name"))) {
      throw invocation.mismatch("function_name", function.text("function_name"));
    }
    return invocation.text("input");
  }

  private static Map<String, String> tags(Attributes group) {
    Map<String, String> tags = new LinkedHashMap<>();
    for (Attributes tag : group.blocks("tag")) {
      if (!tag.flag("propagate_at_launch")) {
        throw tag.mismatch("propagate_at_launch", "true: rights rest on the instances' tags, too");
      }
      tags.put(tag.text("key"), tag.text("value"));
    }
    return tags;
  }

  /** Those of the group's creation, which hold the first instances; the later ones must agree. */
  private static Map<String, EtcdClusterModule.Hook> hooks(Attributes group) {
    Map<String, EtcdClusterModule.Hook> hooks = new LinkedHashMap<>();
    group
        .blocks("initial_lifecycle_hook")
        .forEach(hook -> hooks.put(hook.text("name"), hook(hook)));
    return hooks;
  }

  private static EtcdClusterModule.Hook hook(Attributes hook) {
    return new EtcdClusterModule.Hook(
        hook.text("lifecycle_transition"),
        hook.text("default_result"),
        Duration.ofSeconds(hook.whole("heartbeat_timeout")));
  }

  /** The hooks that the group has after its creation, by name. */
  public static Map<String, EtcdClusterModule.Hook> laterHooks(TerraformState state) {
    Map<String, EtcdClusterModule.Hook> hooks = new LinkedHashMap<>();
    state
        .all("aws_autoscaling_lifecycle_hook", "node")
        .forEach(hook -> hooks.put(hook.values().text("name"), hook(hook.values())));
    return hooks;
  }
}
