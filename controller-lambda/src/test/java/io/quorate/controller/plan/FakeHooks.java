package io.quorate.controller.plan;

import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.LifecycleHooks;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Hooks that take each answer, or fail as a test wants. */
final class FakeHooks implements LifecycleHooks {
  final List<String> calls = new ArrayList<>();
  Answer answer = Answer.ACCEPTED;
  Optional<String> down = Optional.empty();
  Runnable beforeEach = () -> {};

  @Override
  public Answer complete(String group, String hook, InstanceId instance, HookAnswer.Result result) {
    return call(group + " " + hook + " " + instance + " " + result);
  }

  @Override
  public Answer extend(String group, String hook, InstanceId instance) {
    return call(group + " " + hook + " " + instance + " extend");
  }

  private Answer call(String what) {
    beforeEach.run();
    if (down.isPresent()) {
      throw new CloudUnavailableException(down.get(), new IllegalStateException());
    }
    calls.add(what);
    return answer;
  }
}
