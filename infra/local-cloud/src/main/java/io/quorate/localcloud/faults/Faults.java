package io.quorate.localcloud.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The rules in force, in the order in which they were added. The delays that a request meets add
 * up; of the other actions the first that is picked is taken.
 */
public final class Faults {
  private final List<FaultRule> rules = new ArrayList<>();
  private final Random random;

  public Faults(long seed) {
    this.random = new Random(seed);
  }

  /**
   * What a request meets.
   *
   * @param delay before all else
   * @param action the one after that; never a {@link FaultAction.Delay}
   */
  public record Verdict(Duration delay, Optional<FaultAction> action) {}

  /** Adds a rule, in place of the one with the same id, if there is one. */
  public synchronized void add(FaultRule rule) {
    remove(rule.id());
    rules.add(rule);
  }

  /** Removes a rule; false if there was none of this id. */
  public synchronized boolean remove(String id) {
    return rules.removeIf(rule -> rule.id().equals(id));
  }

  public synchronized void clear() {
    rules.clear();
  }

  public synchronized List<FaultRule> rules() {
    return List.copyOf(rules);
  }

  /** Nothing that these principals ask arrives any more, until {@link #reconnect}. */
  public void cutOff(String principalGlob) {
    add(
        FaultRule.always(cutOffId(principalGlob), new FaultAction.DropBefore())
            .forPrincipal(principalGlob));
  }

  /** Ends a {@link #cutOff}; false if there was none. */
  public boolean reconnect(String principalGlob) {
    return remove(cutOffId(principalGlob));
  }

  /**
   * Decides on one request and uses up what it meets.
   *
   * @param resources the ARNs that the request is about
   */
  public synchronized Verdict judge(
      String principal, String service, String operation, List<String> resources) {
    Duration delay = Duration.ZERO;
    for (FaultRule rule : List.copyOf(rules)) {
      boolean picked =
          rule.matches(principal, service, operation, resources)
              && (rule.probability() == 1 || random.nextDouble() < rule.probability());
      if (!picked) {
        continue;
      }
      use(rule);
      if (rule.action() instanceof FaultAction.Delay more) {
        delay = delay.plus(more.time());
      } else {
        return new Verdict(delay, Optional.of(rule.action()));
      }
    }
    return new Verdict(delay, Optional.empty());
  }

  private void use(FaultRule rule) {
    int index = rules.indexOf(rule);
    rule.used().ifPresentOrElse(left -> rules.set(index, left), () -> rules.remove(index));
  }

  private static String cutOffId(String principalGlob) {
    return "cut-off:" + principalGlob;
  }
}
