package io.quorate.controller.observe;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import java.util.Map;
import java.util.Optional;

/**
 * What was said of several groups at once.
 *
 * @param groups those that were shown; a group's absence proves nothing
 * @param silent why Auto Scaling did not answer; empty where it did
 * @param instances those of the groups' instances that EC2 showed
 * @param instancesAnswered whether EC2 answered for all of them
 * @param outcomes how the calls ended, by operation, as {@link CloudReader#outcomes} tells it
 */
public record BulkAnswer(
    Map<String, GroupView.Observed> groups,
    Optional<String> silent,
    Map<InstanceId, InstanceState> instances,
    boolean instancesAnswered,
    Map<String, Optional<String>> outcomes) {
  public BulkAnswer {
    groups = Map.copyOf(groups);
    instances = Map.copyOf(instances);
    outcomes = Map.copyOf(outcomes);
  }
}
