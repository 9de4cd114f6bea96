package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.QueryParameters;
import io.quorate.localcloud.protocol.Xml;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lifecycle hooks, and the answers to them. */
final class HookOperations {
  private final Groups groups;
  private final GroupReconciler reconciler;
  private final MemberLifecycle lifecycle;
  private final AutoScalingSettings settings;

  HookOperations(
      Groups groups,
      GroupReconciler reconciler,
      MemberLifecycle lifecycle,
      AutoScalingSettings settings) {
    this.groups = groups;
    this.reconciler = reconciler;
    this.lifecycle = lifecycle;
    this.settings = settings;
  }

  private record Waiting(GroupMember member, HookWait hold) {}

  void register(Map<String, ApiAction> actions) {
    actions.put("PutLifecycleHook", (in, out) -> put(in));
    actions.put("DeleteLifecycleHook", (in, out) -> delete(in));
    actions.put("DescribeLifecycleHooks", this::describe);
    actions.put("CompleteLifecycleAction", (in, out) -> complete(in));
    actions.put("RecordLifecycleActionHeartbeat", (in, out) -> heartbeat(in));
  }

  private void put(QueryParameters in) {
    Group group = groups.named(in);
    String name = in.required("LifecycleHookName");
    LifecycleHook old = group.hooks.get(name);
    group.hooks.put(
        name,
        old == null ? HookRequest.create(in, settings) : HookRequest.update(in, old, settings));
  }

  private void delete(QueryParameters in) {
    Group group = groups.named(in);
    String name = in.required("LifecycleHookName");
    if (group.hooks.remove(name) == null) {
      throw AwsError.validation("No Lifecycle Hook found with name: " + name);
    }
    // As in AWS, waiting actions complete: ABANDON for launching, CONTINUE for terminating.
    for (GroupMember member : List.copyOf(group.members.values())) {
      HookWait wait = member.waits.get(name);
      if (wait != null) {
        boolean launching = wait.hook().transition() == Transition.LAUNCHING;
        reconciler.complete(
            group, member, wait, launching ? HookResult.ABANDON : HookResult.CONTINUE);
      }
    }
  }

  private void describe(QueryParameters in, Xml out) {
    Group group = groups.named(in);
    List<String> names = in.list("LifecycleHookNames.member");
    List<LifecycleHook> found =
        group.hooks.values().stream()
            .filter(hook -> names.isEmpty() || names.contains(hook.name()))
            .toList();
    out.list("LifecycleHooks", found, hook -> GroupXml.hook(out, group, hook));
  }

  private void complete(QueryParameters in) {
    Group group = groups.named(in);
    HookResult result = HookResult.of(in.required("LifecycleActionResult"));
    Waiting waiting = waiting(group, in);
    reconciler.complete(group, waiting.member(), waiting.hold(), result);
  }

  private void heartbeat(QueryParameters in) {
    Waiting waiting = waiting(groups.named(in), in);
    waiting
        .member()
        .waits
        .put(waiting.hold().hook().name(), waiting.hold().heartbeat(lifecycle.now()));
  }

  private static Waiting waiting(Group group, QueryParameters in) {
    String hook = in.required("LifecycleHookName");
    if (!group.hooks.containsKey(hook)) {
      throw AwsError.validation("No Lifecycle Hook found with name: " + hook);
    }
    Optional<String> token = in.text("LifecycleActionToken");
    Optional<String> instance = in.text("InstanceId");
    if (token.isEmpty() && instance.isEmpty()) {
      throw AwsError.validation("Either LifecycleActionToken or InstanceId must be given");
    }
    return group.members.values().stream()
        .filter(member -> instance.map(member.instance::equals).orElse(true))
        .flatMap(
            member ->
                Optional.ofNullable(member.waits.get(hook)).stream()
                    .filter(wait -> token.map(wait.token()::equals).orElse(true))
                    .map(wait -> new Waiting(member, wait)))
        .findFirst()
        .orElseThrow(
            () ->
                AwsError.validation(
                    token
                        .map(text -> "No active Lifecycle Action found with token " + text)
                        .orElse(
                            "No active Lifecycle Action found with instance ID "
                                + instance.orElse(""))));
  }
}
