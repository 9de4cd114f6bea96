package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What was decided about the group's instances, and what is remembered for it.
 *
 * @param leaving members that leave, and since when; they are not joined again
 * @param hooks answers to lifecycle hooks whose waits the group has not yet shown to be over; one
 *     without a result to the launch hook remembers since when an instance waits
 * @param abandoned the launches that were given up, until one succeeds
 * @param replacing the instance that is replaced although it serves: its group was, or is to be,
 *     asked to terminate it, and its hook holds it until a successor serves
 * @param missed instances that the group lists, that were never let have data, and that EC2 does
 *     not know though it shows others: since the first look that missed them
 */
public record GroupIntents(
    @Wire.Sparse Map<InstanceId, Instant> leaving,
    @Wire.Sparse @Wire.Keyed("key") List<HookAnswer> hooks,
    @Wire.Name("abandonedLaunches") Optional<AbandonedLaunches> abandoned,
    @Wire.Name("nodeReplacement") Optional<Termination> replacing,
    @Wire.Sparse @Wire.Name("missedByEc2") Map<InstanceId, Instant> missed) {
  /** Nothing was decided. */
  public static final GroupIntents NONE = new GroupIntents(Map.of(), List.of());

  /** Without abandoned launches. */
  public GroupIntents(Map<InstanceId, Instant> leaving, List<HookAnswer> hooks) {
    this(leaving, hooks, Optional.empty(), Optional.empty(), Map.of());
  }

  public GroupIntents {
    leaving = Map.copyOf(leaving);
    hooks = List.copyOf(hooks);
    missed = Map.copyOf(missed);
  }

  /** Whether an instance is to leave, or has left. */
  public boolean leaves(InstanceId instance) {
    return leaving.containsKey(instance);
  }

  /** With one more instance that is to leave; one that was leaving keeps its instant. */
  public GroupIntents leaving(InstanceId instance, Instant since) {
    Map<InstanceId, Instant> next = new HashMap<>(leaving);
    next.putIfAbsent(instance, since);
    return new GroupIntents(next, hooks, abandoned, replacing, missed);
  }

  /** What was decided about a hook that holds an instance. */
  public Optional<HookAnswer> answer(InstanceId instance, String hook) {
    return hooks.stream().filter(answer -> answer.about(instance, hook)).findFirst();
  }

  /** Whether a hook of it is answered so that from then on Auto Scaling may terminate it. */
  public boolean ends(InstanceId instance) {
    return hooks.stream().anyMatch(answer -> answer.instance().equals(instance) && answer.ends());
  }

  /** With one more launch that was given up. */
  public GroupIntents abandoning(InstanceId instance, Instant at) {
    int before = abandoned.map(AbandonedLaunches::inARow).orElse(0);
    return new GroupIntents(
        leaving,
        hooks,
        Optional.of(new AbandonedLaunches(before + 1, instance, at)),
        replacing,
        missed);
  }

  /** Once an instance went into service. */
  public GroupIntents launched() {
    return new GroupIntents(leaving, hooks, Optional.empty(), replacing, missed);
  }

  /** With this answer, in place of an earlier one to the same hook of the same instance. */
  public GroupIntents answering(HookAnswer next) {
    List<HookAnswer> answers = new ArrayList<>(hooks);
    answers.removeIf(answer -> answer.about(next.instance(), next.hook()));
    answers.add(next);
    return new GroupIntents(leaving, answers, abandoned, replacing, missed);
  }

  /** With only the answers that this holds for. */
  public GroupIntents stillAnswering(Predicate<HookAnswer> which) {
    return new GroupIntents(
        leaving, hooks.stream().filter(which).toList(), abandoned, replacing, missed);
  }

  /** With only the instances that this holds for. */
  public GroupIntents stillLeaving(Predicate<InstanceId> which) {
    Map<InstanceId, Instant> next = new HashMap<>(leaving);
    next.keySet().removeIf(which.negate());
    return new GroupIntents(next, hooks, abandoned, replacing, missed);
  }

  /** With this replacement of an instance that serves, or with none. */
  public GroupIntents replacing(Optional<Termination> next) {
    return new GroupIntents(leaving, hooks, abandoned, next, missed);
  }

  /** With these instances that EC2 does not know. */
  public GroupIntents missing(Map<InstanceId, Instant> next) {
    return new GroupIntents(leaving, hooks, abandoned, replacing, next);
  }

  /** Whether an instance is replaced although it serves. */
  public boolean replaces(InstanceId instance) {
    return replacing.filter(intent -> intent.instance().equals(instance)).isPresent();
  }
}
