package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.events.EventOrigin;
import io.quorate.localcloud.events.EventSink;
import io.quorate.localcloud.events.GroupEvents;
import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.QueryParameters;
import io.quorate.localcloud.protocol.XmlReplies;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Auto Scaling (query protocol, 2011-01-01): the API, and a loop that drives every group to its
 * desired size. One lock guards all groups, so each action and each step sees them consistent.
 */
public final class AutoScaling implements ServiceEndpoint, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AutoScaling.class);

  private final Object lock = new Object();
  private final Groups groups = new Groups();
  private final Map<String, ApiAction> actions = new HashMap<>();
  private final GroupReconciler reconciler;
  private final AutoScalingSettings settings;
  private final Thread loop;
  private boolean closed;

  /** Starts the loop; instances come from the fleet, events go to the sink. */
  public AutoScaling(
      AutoScalingSettings settings, InstanceSource fleet, EventSink sink, EventOrigin origin) {
    this.settings = settings;
    MemberLifecycle lifecycle =
        new MemberLifecycle(new GroupEvents(origin), sink, origin.clock(), origin.ids());
    this.reconciler = new GroupReconciler(fleet, lifecycle, settings);
    new GroupOperations(groups, fleet, lifecycle, settings).register(actions);
    new MemberOperations(groups, lifecycle).register(actions);
    new HookOperations(groups, reconciler, lifecycle, settings).register(actions);
    new TagOperations(groups).register(actions);
    this.loop = Thread.ofPlatform().daemon().name("auto-scaling").unstarted(this::run);
    this.loop.start();
  }

  @Override
  public HttpReply handle(HttpCall call) {
    try {
      QueryParameters in = QueryParameters.of(call);
      String action = in.required("Action");
      ApiAction operation = actions.get(action);
      if (operation == null) {
        throw new AwsError(
            "InvalidAction",
            400,
            "Could not find operation %s for version 2011-01-01".formatted(action));
      }
      synchronized (lock) {
        HttpReply reply = XmlReplies.QUERY.ok(action, out -> operation.run(in, out));
        lock.notifyAll();
        return reply;
      }
    } catch (AwsError e) {
      return XmlReplies.QUERY.refusal(e);
    }
  }

  /** Makes a group's next launches fail with a message, as when a zone has no capacity. */
  public void failNextLaunches(String group, int count, String message) {
    synchronized (lock) {
      Group found = found(group);
      found.launchesToFail = count;
      found.launchFailure = message;
    }
  }

  /** Makes each of a group's launches fail, until {@link #launchAgain}. */
  public void failLaunches(String group, LaunchFault fault) {
    synchronized (lock) {
      found(group).launchFault = Optional.of(fault);
    }
  }

  /** Lets a group's launches succeed again. */
  public void launchAgain(String group) {
    synchronized (lock) {
      found(group).launchFault = Optional.empty();
    }
  }

  private Group found(String group) {
    return groups
        .find(group)
        .orElseThrow(() -> new NoSuchElementException("no group is named \"" + group + "\""));
  }

  /** A group's tags; none where there is no such group. */
  public Map<String, String> tags(String group) {
    synchronized (lock) {
      return groups.find(group).stream()
          .flatMap(found -> found.tags.values().stream())
          .collect(Collectors.toMap(GroupTag::key, GroupTag::value));
    }
  }

  private void run() {
    synchronized (lock) {
      while (!closed) {
        for (Group group : groups.all()) {
          step(group);
        }
        groups.forgetDeleted();
        try {
          lock.wait(settings.tick().toMillis());
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }

  private void step(Group group) {
    try {
      reconciler.step(group);
    } catch (RuntimeException e) {
      LOG.error("group={} step=failed", group.name, e);
    }
  }

  /** Stops the loop; instances are left as they are. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
  }
}
