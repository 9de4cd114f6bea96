package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.Glob;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Who may do what. A principal for whom no document is registered may do everything; for all others
 * IAM's rule holds: an explicit Deny wins, then an Allow is needed.
 */
public final class PolicyBook {
  private final List<Entry> entries = new CopyOnWriteArrayList<>();

  private record Entry(Glob principals, PolicyDocument document) {}

  /** Binds a document to all principals that a pattern matches, as in {@code agent-*}. */
  public void register(Glob principals, PolicyDocument document) {
    entries.add(new Entry(principals, document));
  }

  public void clear() {
    entries.clear();
  }

  /** The first of a request's parts that is not allowed; empty when all are. */
  Optional<AccessRequest> firstDenied(String principal, List<AccessRequest> parts) {
    List<PolicyStatement> statements =
        entries.stream()
            .filter(entry -> entry.principals().matches(principal))
            .flatMap(entry -> entry.document().statements().stream())
            .toList();
    boolean known = entries.stream().anyMatch(entry -> entry.principals().matches(principal));
    return known
        ? parts.stream().filter(part -> !allowed(statements, part)).findFirst()
        : Optional.empty();
  }

  private static boolean allowed(List<PolicyStatement> statements, AccessRequest part) {
    List<PolicyStatement> about =
        statements.stream().filter(statement -> statement.speaksOf(part)).toList();
    return !about.isEmpty() && about.stream().allMatch(PolicyStatement::allow);
  }
}
