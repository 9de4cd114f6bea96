package io.quorate.localcloud.faults;

import io.quorate.localcloud.wire.Glob;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which requests go wrong, and how.
 *
 * @param id to remove it by; a second rule of the same id takes the first one's place
 * @param principal whose requests, as in {@code agent-*}
 * @param service as in {@code dynamodb}
 * @param operation as in {@code PutItem}
 * @param resource of what, matched against the ARN and against its last part (table, key, queue);
 *     empty for any
 * @param action what happens
 * @param probability of a matching request being picked, over 0 and up to 1
 * @param remaining how often yet; empty for ever
 */
public record FaultRule(
    String id,
    Glob principal,
    Glob service,
    Glob operation,
    Optional<Glob> resource,
    FaultAction action,
    double probability,
    OptionalInt remaining) {
  public FaultRule {
    if (!(probability > 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "fault %s: probability %s, expected over 0 and up to 1".formatted(id, probability));
    }
    if (remaining.isPresent() && remaining.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "fault %s: remaining %d, expected 1 or more, or none for ever"
              .formatted(id, remaining.getAsInt()));
    }
  }

  /** Every request meets the action; narrow it down with the methods below. */
  public static FaultRule always(String id, FaultAction action) {
    return new FaultRule(
        id, Glob.ANY, Glob.ANY, Glob.ANY, Optional.empty(), action, 1, OptionalInt.empty());
  }

  public FaultRule forPrincipal(String glob) {
    return new FaultRule(
        id, Glob.of(glob), service, operation, resource, action, probability, remaining);
  }

  public FaultRule onService(String glob) {
    return new FaultRule(
        id, principal, Glob.of(glob), operation, resource, action, probability, remaining);
  }

  public FaultRule onOperation(String glob) {
    return new FaultRule(
        id, principal, service, Glob.of(glob), resource, action, probability, remaining);
  }

  public FaultRule onResource(String glob) {
    return new FaultRule(
        id,
        principal,
        service,
        operation,
        Optional.of(Glob.of(glob)),
        action,
        probability,
        remaining);
  }

  public FaultRule withProbability(double chance) {
    return new FaultRule(id, principal, service, operation, resource, action, chance, remaining);
  }

  public FaultRule times(int count) {
    return new FaultRule(
        id, principal, service, operation, resource, action, probability, OptionalInt.of(count));
  }

  boolean matches(String who, String askedService, String askedOperation, List<String> resources) {
    return principal.matches(who)
        && service.matches(askedService)
        && operation.matches(askedOperation)
        && resource.map(glob -> resources.stream().anyMatch(r -> names(glob, r))).orElse(true);
  }

  /** One use less; empty when that was the last. */
  Optional<FaultRule> used() {
    if (remaining.isEmpty()) {
      return Optional.of(this);
    }
    return remaining.getAsInt() == 1
        ? Optional.empty()
        : Optional.of(times(remaining.getAsInt() - 1));
  }

  private static boolean names(Glob glob, String resource) {
    int last = Math.max(resource.lastIndexOf('/'), resource.lastIndexOf(':'));
    return glob.matches(resource) || glob.matches(resource.substring(last + 1));
  }
}
