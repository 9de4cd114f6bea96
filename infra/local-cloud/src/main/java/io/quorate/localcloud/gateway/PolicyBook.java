package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.Glob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Who may do what. A principal for whom no document is registered may do everything; for all others
 * IAM's rule holds: an explicit Deny wins, then an Allow is needed. What a bucket's own policy
 * denies is denied to everybody.
 */
public final class PolicyBook {
  /** AWS lets everybody do these, whatever a document denies; a role's trust is not modelled. */
  private static final Set<String> FREE =
      Set.of("sts:GetCallerIdentity", "sts:AssumeRoleWithWebIdentity");

  private static final String RESOURCE_TAG = "aws:ResourceTag/";

  private final List<Entry> entries = new CopyOnWriteArrayList<>();
  private final List<PolicyStatement> ofResources = new CopyOnWriteArrayList<>();
  private final CustomerKeys keys;
  private volatile ResourceTags tags = arn -> Map.of();

  /** A book of a region in which everybody may do everything. */
  public PolicyBook(String region) {
    this.keys = new CustomerKeys(region);
  }

  private record Entry(Glob principals, Function<String, Optional<PolicyDocument>> documents) {}

  /** Binds a document to all principals that a pattern matches, as in {@code agent-*}. */
  public void register(Glob principals, PolicyDocument document) {
    register(principals, principal -> Optional.of(document));
  }

  /** Binds to each principal that a pattern matches a document of its own; none allows nothing. */
  public void register(Glob principals, Function<String, Optional<PolicyDocument>> documents) {
    entries.add(new Entry(principals, documents));
  }

  /** Adds a resource's own policy, of which only what it denies counts. */
  public void registerOfResource(PolicyDocument document) {
    document.statements().stream()
        .filter(statement -> !statement.allow())
        .forEach(ofResources::add);
  }

  /** Where the tags of groups and instances can be looked up. */
  public void resourceTags(ResourceTags source) {
    tags = source;
  }

  /** The keys of buckets and tables, which their callers need rights to as well. */
  public CustomerKeys keys() {
    return keys;
  }

  public void clear() {
    keys.clear();
    entries.clear();
    ofResources.clear();
  }

  /** The first of a request's parts that is not allowed; empty when all are. */
  Optional<AccessRequest> firstDenied(String principal, List<AccessRequest> parts) {
    List<Entry> about =
        entries.stream().filter(entry -> entry.principals().matches(principal)).toList();
    List<PolicyStatement> statements =
        about.stream()
            .flatMap(entry -> entry.documents().apply(principal).stream())
            .flatMap(document -> document.statements().stream())
            .toList();
    return parts.stream()
        .filter(part -> !FREE.contains(part.action()))
        .flatMap(keys::withUse)
        .map(this::withContext)
        .filter(
            part ->
                ofResources.stream().anyMatch(denial -> denial.speaksOf(part))
                    || (!about.isEmpty() && !allowed(statements, part)))
        .findFirst();
  }

  /** Adds what holds of every request here, and the resource's tags. */
  private AccessRequest withContext(AccessRequest part) {
    Map<String, List<String>> conditions = new HashMap<>(part.conditions());
    // Requests stay on loopback, which stands for the encrypted way.
    conditions.put("aws:SecureTransport", List.of("true"));
    tags.of(part.resource())
        .forEach((name, value) -> conditions.put(RESOURCE_TAG + name, List.of(value)));
    return new AccessRequest(part.action(), part.resource(), conditions);
  }

  private static boolean allowed(List<PolicyStatement> statements, AccessRequest part) {
    List<PolicyStatement> about =
        statements.stream().filter(statement -> statement.speaksOf(part)).toList();
    return !about.isEmpty() && about.stream().allMatch(PolicyStatement::allow);
  }
}
