package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.events.EventSink;
import io.quorate.localcloud.events.GroupEvents;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The transitions of one member, each with its activity and its events. */
final class MemberLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(MemberLifecycle.class);

  private final GroupEvents events;
  private final EventSink sink;
  private final InstantSource clock;
  private final Supplier<String> ids;

  MemberLifecycle(GroupEvents events, EventSink sink, InstantSource clock, Supplier<String> ids) {
    this.events = events;
    this.sink = sink;
    this.clock = clock;
    this.ids = ids;
  }

  Instant now() {
    return clock.instant();
  }

  /** Begins a launch activity. */
  Activity launching(Group group, String zone, String cause) {
    Activity activity =
        Activity.begin(ids.get(), group.name, "Launching a new EC2 instance", cause, zone, now());
    group.record(activity);
    return activity;
  }

  void launchFailed(Group group, Activity activity, String message) {
    Activity failed = activity.failed(now(), message + ". Launching EC2 instance failed.");
    group.record(failed);
    sink.accept(events.launch(ended(group, failed, "")));
    LOG.warn("group={} launch=failed reason=\"{}\"", group.name, message);
  }

  /** EC2 ended it before it ran. */
  void launchEnded(Group group, GroupMember member, String reason) {
    group.members.remove(member.instance);
    Activity cancelled =
        member.activity.cancelled(
            now(),
            "Instance became unhealthy while waiting for instance to be in InService state. Termination Reason: "
                + reason);
    group.record(cancelled);
    sink.accept(events.launch(ended(group, cancelled, member.instance)));
    LOG.warn(
        "group={} instance={} launch=ended reason=\"{}\"", group.name, member.instance, reason);
  }

  /** EC2 reports it running: its launch hooks hold it, or it goes on at once. */
  void running(Group group, GroupMember member) {
    move(
        group,
        member,
        hold(group, member, Transition.LAUNCHING)
            ? LifecycleState.PENDING_WAIT
            : LifecycleState.PENDING_PROCEED);
  }

  void inService(Group group, GroupMember member) {
    move(group, member, LifecycleState.IN_SERVICE);
    member.activity = member.activity.succeeded(now());
    group.record(member.activity);
    sink.accept(events.launch(ended(group, member.activity, member.instance)));
  }

  /** Begins a termination; where hooks run, they hold it. Again on one that is going: nothing. */
  Activity terminate(Group group, GroupMember member, String cause, boolean withHooks) {
    if (member.state.wireName().startsWith("Terminating")) {
      return member.activity;
    }
    if (member.activity.ended().isEmpty()) {
      group.record(member.activity.cancelled(now(), "Instance was terminated before service"));
    }
    String what = "Terminating EC2 instance: " + member.instance;
    member.activity = Activity.begin(ids.get(), group.name, what, cause, member.zone, now());
    group.record(member.activity);
    member.waits.clear();
    boolean held = withHooks && hold(group, member, Transition.TERMINATING);
    move(group, member, held ? LifecycleState.TERMINATING_WAIT : LifecycleState.TERMINATING);
    return member.activity;
  }

  void proceedToEnd(Group group, GroupMember member) {
    member.waits.clear();
    move(group, member, LifecycleState.TERMINATING_PROCEED);
  }

  void proceedToService(Group group, GroupMember member) {
    move(group, member, LifecycleState.PENDING_PROCEED);
  }

  void gone(Group group, GroupMember member) {
    group.members.remove(member.instance);
    member.activity = member.activity.succeeded(now());
    group.record(member.activity);
    sink.accept(events.terminate(ended(group, member.activity, member.instance)));
    LOG.info("group={} instance={} gone=true", group.name, member.instance);
  }

  /** Records what was done at a user's request. */
  Activity requested(Group group, String what, String zone) {
    Activity activity =
        Activity.begin(ids.get(), group.name, what, Cause.requested(now()), zone, now())
            .succeeded(now());
    group.record(activity);
    return activity;
  }

  private boolean hold(Group group, GroupMember member, Transition transition) {
    List<LifecycleHook> hooks = group.hooks(transition);
    for (LifecycleHook hook : hooks) {
      String token = ids.get();
      member.waits.put(hook.name(), HookWait.begin(hook, token, now()));
      sink.accept(
          events.lifecycleAction(
              new GroupEvents.Waiting(
                  token,
                  group.arn,
                  group.name,
                  hook.name(),
                  member.instance,
                  transition.wireName(),
                  hook.metadata())));
    }
    if (!hooks.isEmpty()) {
      member.activity = member.activity.status("MidLifecycleAction", 40);
      group.record(member.activity);
    }
    return !hooks.isEmpty();
  }

  private void move(Group group, GroupMember member, LifecycleState to) {
    LOG.info(
        "group={} instance={} from={} to={}",
        group.name,
        member.instance,
        member.state.wireName(),
        to.wireName());
    member.state = to;
  }

  private GroupEvents.Ended ended(Group group, Activity activity, String instance) {
    return new GroupEvents.Ended(
        group.arn,
        group.name,
        activity.id(),
        instance,
        activity.zone(),
        "subnet-" + activity.zone(),
        activity.description(),
        activity.cause(),
        activity.statusMessage(),
        activity.started(),
        activity.ended().orElseGet(this::now));
  }
}
