package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.Instances;
import io.quorate.localcloud.instance.LaunchOrder;
import io.quorate.localcloud.instance.LaunchTemplate;
import io.quorate.localcloud.instance.LaunchTemplates;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Groups' instances as real processes, launched from named templates. */
public final class InstanceFleet implements InstanceSource {
  private final Instances instances;
  private final LaunchTemplates templates = new LaunchTemplates();
  private final ConcurrentLinkedQueue<String> forced = new ConcurrentLinkedQueue<>();

  /** A fleet of these instances, at first without a template. */
  public InstanceFleet(Instances instances) {
    this.instances = instances;
  }

  /** Makes a template launchable under a name, as the latest version of that name. */
  public void template(String name, LaunchTemplate template) {
    templates.add(name, template);
  }

  /** The templates. */
  public LaunchTemplates templates() {
    return templates;
  }

  /** Gives the next launched instance this address: a new instance with a dead one's IP. */
  public void nextAddress(String address) {
    forced.add(address);
  }

  @Override
  public boolean knows(String template) {
    return templates.has(template);
  }

  @Override
  public Optional<Integer> version(String template, String version) {
    return templates.number(template, version);
  }

  @Override
  public String launch(String template, int version, String zone, Map<String, String> tags)
      throws IOException {
    return instances.launch(order(template, version, zone, tags)).id();
  }

  @Override
  public String launchRefused(
      String template, int version, String zone, Map<String, String> tags, String reason)
      throws IOException {
    return instances.launchRefused(order(template, version, zone, tags), reason).id();
  }

  private LaunchOrder order(String template, int version, String zone, Map<String, String> tags)
      throws IOException {
    if (templates.number(template, String.valueOf(version)).isEmpty()) {
      throw new IOException(
          "The specified launch template, %s, does not exist".formatted(template));
    }
    return new LaunchOrder(
        zone, tags, templates.of(template, version), Optional.ofNullable(forced.poll()));
  }

  @Override
  public void terminate(String instance) {
    if (instances.find(instance).isPresent()) {
      instances.terminate(instance);
    }
  }

  @Override
  public Optional<Ec2State> state(String instance) {
    return instances.find(instance).map(InstanceView::state);
  }

  @Override
  public Optional<String> endReason(String instance) {
    return instances.find(instance).map(InstanceView::endReason);
  }
}
