package io.quorate.state;

import io.quorate.model.InstanceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What was decided about the group's instances.
 *
 * @param leaving members that leave, and since when; they are not joined again
 * @param hooks answers to lifecycle hooks whose waits the group has not yet shown to be over
 */
public record GroupIntents(Map<InstanceId, Instant> leaving, List<HookAnswer> hooks) {
  /** Nothing was decided. */
  public static final GroupIntents NONE = new GroupIntents(Map.of(), List.of());

  public GroupIntents {
    leaving = Map.copyOf(leaving);
    hooks = List.copyOf(hooks);
  }

  /** Whether an instance is to leave, or has left. */
  public boolean leaves(InstanceId instance) {
    return leaving.containsKey(instance);
  }

  /** With one more instance that is to leave; one that was leaving keeps its instant. */
  public GroupIntents leaving(InstanceId instance, Instant since) {
    Map<InstanceId, Instant> next = new HashMap<>(leaving);
    next.putIfAbsent(instance, since);
    return new GroupIntents(next, hooks);
  }

  /** What was decided about a hook that holds an instance. */
  public Optional<HookAnswer> answer(InstanceId instance, String hook) {
    return hooks.stream().filter(answer -> answer.about(instance, hook)).findFirst();
  }

  /** Whether its termination hook is answered: from then on Auto Scaling may terminate it. */
  public boolean ends(InstanceId instance) {
    return answer(instance, HookAnswer.TERMINATE).flatMap(HookAnswer::result).isPresent();
  }

  /** With this answer, in place of an earlier one to the same hook of the same instance. */
  public GroupIntents answering(HookAnswer next) {
    List<HookAnswer> answers = new ArrayList<>(hooks);
    answers.removeIf(answer -> answer.about(next.instance(), next.hook()));
    answers.add(next);
    return new GroupIntents(leaving, answers);
  }

  /** With only the answers that this holds for. */
  public GroupIntents stillAnswering(Predicate<HookAnswer> which) {
    return new GroupIntents(leaving, hooks.stream().filter(which).toList());
  }

  /** With only the instances that this holds for. */
  public GroupIntents stillLeaving(Predicate<InstanceId> which) {
    Map<InstanceId, Instant> next = new HashMap<>(leaving);
    next.keySet().removeIf(which.negate());
    return new GroupIntents(next, hooks);
  }
}
