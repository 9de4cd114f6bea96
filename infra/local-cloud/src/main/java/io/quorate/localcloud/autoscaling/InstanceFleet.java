package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.Instances;
import io.quorate.localcloud.instance.LaunchOrder;
import io.quorate.localcloud.instance.LaunchTemplate;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Groups' instances as real processes, launched from named templates. */
public final class InstanceFleet implements InstanceSource {
  private final Instances instances;
  private final Map<String, LaunchTemplate> templates = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> forced = new ConcurrentLinkedQueue<>();

  /** A fleet of these instances, at first without a template. */
  public InstanceFleet(Instances instances) {
    this.instances = instances;
  }

  /** Makes a template launchable under a name, in place of one of the same name. */
  public void template(String name, LaunchTemplate template) {
    templates.put(name, template);
  }

  /** Gives the next launched instance this address: a new instance with a dead one's IP. */
  public void nextAddress(String address) {
    forced.add(address);
  }

  @Override
  public boolean knows(String template) {
    return templates.containsKey(template);
  }

  @Override
  public String launch(String template, String zone, Map<String, String> tags) throws IOException {
    return instances.launch(order(template, zone, tags)).id();
  }

  @Override
  public String launchRefused(String template, String zone, Map<String, String> tags, String reason)
      throws IOException {
    return instances.launchRefused(order(template, zone, tags), reason).id();
  }

  private LaunchOrder order(String template, String zone, Map<String, String> tags)
      throws IOException {
    LaunchTemplate found = templates.get(template);
    if (found == null) {
      throw new IOException(
          "The specified launch template, %s, does not exist".formatted(template));
    }
    return new LaunchOrder(zone, tags, found, Optional.ofNullable(forced.poll()));
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
