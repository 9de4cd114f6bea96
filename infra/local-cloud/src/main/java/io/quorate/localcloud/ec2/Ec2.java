package io.quorate.localcloud.ec2;

import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.Instances;
import io.quorate.localcloud.instance.LaunchTemplates;
import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.QueryParameters;
import io.quorate.localcloud.protocol.Xml;
import io.quorate.localcloud.protocol.XmlReplies;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * EC2 (2016-11-15): DescribeInstances, DescribeInstanceStatus, StopInstances, StartInstances,
 * TerminateInstances, RebootInstances; CreateLaunchTemplateVersion as a copy of another version,
 * where there are launch templates.
 */
public final class Ec2 implements ServiceEndpoint {
  private final Instances instances;
  private final LaunchTemplates templates;

  @FunctionalInterface
  private interface Operation {
    void run(QueryParameters in, Xml out);
  }

  private final Map<String, Operation> actions =
      Map.of(
          "DescribeInstances",
          this::describe,
          "DescribeInstanceStatus",
          this::status,
          "StopInstances",
          (in, out) -> change(in, out, this::stop),
          "StartInstances",
          (in, out) -> change(in, out, this::start),
          "TerminateInstances",
          (in, out) -> change(in, out, this::end),
          "RebootInstances",
          this::reboot,
          "CreateLaunchTemplateVersion",
          this::newVersion);

  /** EC2 over these instances, without launch templates. */
  public Ec2(Instances instances) {
    this(instances, new LaunchTemplates());
  }

  /** EC2 over these instances and launch templates. */
  public Ec2(Instances instances, LaunchTemplates templates) {
    this.instances = instances;
    this.templates = templates;
  }

  @Override
  public HttpReply handle(HttpCall call) {
    try {
      QueryParameters in = QueryParameters.of(call);
      String action = in.required("Action");
      Operation operation = actions.get(action);
      if (operation == null) {
        throw new AwsError(
            "InvalidAction",
            400,
            "The action %s is not valid for this web service.".formatted(action));
      }
      return XmlReplies.EC2.ok(action, out -> operation.run(in, out));
    } catch (AwsError e) {
      return XmlReplies.EC2.refusal(e);
    }
  }

  private void describe(QueryParameters in, Xml out) {
    List<InstanceView> found = page(in, out, selected(in));
    out.list(
        "reservationSet",
        found,
        instance -> InstanceXml.reservation(out, instances.settings(), instance));
  }

  /** A copy of the source version; an instance here has no image, type or user data of its own. */
  private void newVersion(QueryParameters in, Xml out) {
    String name = in.required("LaunchTemplateName");
    String source = in.text("SourceVersion").orElse("$Latest");
    int from =
        templates
            .number(name, source)
            .orElseThrow(
                () ->
                    new AwsError(
                        "InvalidLaunchTemplateName.NotFoundException",
                        400,
                        "The specified launch template, with template name %s, has no version %s."
                            .formatted(name, source)));
    int made = templates.add(name, templates.of(name, from));
    out.element(
        "launchTemplateVersion",
        () ->
            out.text("launchTemplateName", name)
                .text("versionNumber", made)
                .text("defaultVersion", "true"));
  }

  private void status(QueryParameters in, Xml out) {
    boolean all = in.flag("IncludeAllInstances").orElse(false);
    List<InstanceView> found =
        selected(in).stream()
            .filter(instance -> all || instance.state() == Ec2State.RUNNING)
            .toList();
    out.list(
        "instanceStatusSet", page(in, out, found), instance -> InstanceXml.status(out, instance));
  }

  private List<InstanceView> selected(QueryParameters in) {
    List<String> ids = in.list("InstanceId");
    List<InstanceView> all = instances.describe();
    expectKnown(ids, all);
    List<InstanceFilter> filters =
        in.structures("Filter").stream().map(InstanceFilter::of).toList();
    return all.stream()
        .filter(instance -> ids.isEmpty() || ids.contains(instance.id()))
        .filter(instance -> filters.stream().allMatch(filter -> filter.matches(instance)))
        .toList();
  }

  private static void expectKnown(List<String> ids, List<InstanceView> all) {
    List<String> malformed = ids.stream().filter(id -> !id.matches("i-[0-9a-f]{8,17}")).toList();
    if (!malformed.isEmpty()) {
      throw new AwsError(
          "InvalidInstanceID.Malformed",
          400,
          "Invalid id: \"%s\" (expecting \"i-...\")".formatted(malformed.get(0)));
    }
    List<String> unknown =
        ids.stream()
            .filter(id -> all.stream().noneMatch(instance -> instance.id().equals(id)))
            .toList();
    if (!unknown.isEmpty()) {
      boolean one = unknown.size() == 1;
      throw new AwsError(
          "InvalidInstanceID.NotFound",
          400,
          "The instance ID%s '%s' do%s not exist"
              .formatted(one ? "" : "s", String.join(", ", unknown), one ? "es" : ""));
    }
  }

  private static List<InstanceView> page(QueryParameters in, Xml out, List<InstanceView> all) {
    Optional<Integer> wanted = in.integer("MaxResults");
    if (wanted.isPresent() && !in.list("InstanceId").isEmpty()) {
      throw new AwsError(
          "InvalidParameterCombination",
          400,
          "The parameter instancesSet cannot be used with the parameter maxResults");
    }
    int size = wanted.orElse(1000);
    int from =
        in.text("NextToken")
            .filter(token -> token.matches("\\d{1,6}"))
            .map(Integer::parseInt)
            .orElse(0);
    int to = Math.min(all.size(), from + Math.max(1, size));
    if (to < all.size()) {
      out.text("nextToken", to);
    }
    return all.subList(Math.min(from, to), to);
  }

  private void change(QueryParameters in, Xml out, Consumer<String> how) {
    List<String> ids = in.list("InstanceId");
    if (ids.isEmpty()) {
      in.required("InstanceId.1");
    }
    List<InstanceView> before = instances.describe();
    expectKnown(ids, before);
    ids.forEach(how);
    List<InstanceView> chosen =
        before.stream().filter(instance -> ids.contains(instance.id())).toList();
    out.list("instancesSet", chosen, old -> changed(out, old));
  }

  private void changed(Xml out, InstanceView old) {
    Ec2State now = instances.find(old.id()).map(InstanceView::state).orElse(Ec2State.TERMINATED);
    out.text("instanceId", old.id());
    InstanceXml.state(out, "currentState", now);
    InstanceXml.state(out, "previousState", old.state());
  }

  private void end(String id) {
    try {
      instances.terminate(id);
    } catch (NoSuchElementException e) {
      // Listed a moment ago and forgotten since: it is terminated, as was asked.
      return;
    }
  }

  private void stop(String id) {
    inState(() -> instances.stop(id));
  }

  private void start(String id) {
    inState(() -> instances.start(id));
  }

  private static void inState(Runnable change) {
    try {
      change.run();
    } catch (IllegalStateException e) {
      throw new AwsError("IncorrectInstanceState", 400, String.valueOf(e.getMessage()));
    }
  }

  private void reboot(QueryParameters in, Xml out) {
    List<String> ids = in.list("InstanceId");
    expectKnown(ids, instances.describe());
    try {
      ids.forEach(instances::reboot);
    } catch (IllegalStateException e) {
      throw new AwsError("IncorrectState", 400, String.valueOf(e.getMessage()));
    }
    out.text("return", true);
  }
}
