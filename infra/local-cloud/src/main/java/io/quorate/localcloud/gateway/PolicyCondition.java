package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.Glob;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One condition of a statement.
 *
 * @param quantifier how the values that a request has must match
 * @param like whether {@code *} and {@code ?} are wild
 * @param key as in {@code dynamodb:LeadingKeys}
 * @param allowed what may match
 */
record PolicyCondition(Quantifier quantifier, boolean like, String key, List<String> allowed) {
  private static final Set<String> KEYS = Set.of("dynamodb:LeadingKeys", "s3:prefix");

  /** How many of a request's values must match. */
  enum Quantifier {
    /** The request has the key and a value that matches. */
    PLAIN,
    /** Every value matches; also true of none. */
    FOR_ALL_VALUES,
    /** Some value matches. */
    FOR_ANY_VALUE
  }

  static PolicyCondition of(String operator, String key, List<String> allowed) {
    int colon = operator.indexOf(':');
    Quantifier quantifier =
        switch (colon < 0 ? "" : operator.substring(0, colon)) {
          case "" -> Quantifier.PLAIN;
          case "ForAllValues" -> Quantifier.FOR_ALL_VALUES;
          case "ForAnyValue" -> Quantifier.FOR_ANY_VALUE;
          default -> throw unsupported(operator, key);
        };
    String comparison = operator.substring(colon + 1);
    if (!Set.of("StringEquals", "StringLike").contains(comparison) || !KEYS.contains(key)) {
      throw unsupported(operator, key);
    }
    return new PolicyCondition(quantifier, comparison.equals("StringLike"), key, allowed);
  }

  boolean holds(Map<String, List<String>> conditions) {
    List<String> values = conditions.getOrDefault(key, List.of());
    return switch (quantifier) {
      case PLAIN, FOR_ANY_VALUE -> values.stream().anyMatch(this::matches);
      case FOR_ALL_VALUES -> values.stream().allMatch(this::matches);
    };
  }

  private boolean matches(String value) {
    return allowed.stream().anyMatch(one -> like ? Glob.of(one).matches(value) : one.equals(value));
  }

  private static IllegalArgumentException unsupported(String operator, String key) {
    return new IllegalArgumentException(
        "policy condition %s on %s: the local cloud knows [ForAllValues:|ForAnyValue:]StringEquals|StringLike on %s"
            .formatted(operator, key, KEYS));
  }
}
