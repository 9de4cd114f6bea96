package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.Glob;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One condition of a statement.
 *
 * @param quantifier how the values that a request has must match
 * @param comparison how a value is compared
 * @param key as in {@code dynamodb:LeadingKeys}
 * @param allowed what may match
 */
record PolicyCondition(
    Quantifier quantifier, Comparison comparison, String key, List<String> allowed) {
  /** The names of a batch of record sets, in lower case and without a dot at the end. */
  static final String RECORD_NAMES = "route53:ChangeResourceRecordSetsNormalizedRecordNames";

  /** The types of a batch of record sets. */
  static final String RECORD_TYPES = "route53:ChangeResourceRecordSetsRecordTypes";

  private static final String RESOURCE_TAG = "aws:ResourceTag/";
  private static final Set<String> KEYS =
      Set.of(
          "dynamodb:LeadingKeys",
          "s3:prefix",
          "s3:if-none-match",
          "s3:ObjectCreationOperation",
          "aws:SecureTransport",
          "kms:ViaService",
          RECORD_NAMES,
          RECORD_TYPES);

  /** How many of a request's values must match. */
  enum Quantifier {
    /** The request has the key and a value that matches. */
    PLAIN,
    /** Every value matches; also true of none. */
    FOR_ALL_VALUES,
    /** Some value matches. */
    FOR_ANY_VALUE
  }

  /** How one value is compared. */
  enum Comparison {
    /** The same text. */
    EQUALS,
    /** {@code *} and {@code ?} are wild. */
    LIKE,
    /** Whether the request lacks the key. */
    NULL
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
    Comparison comparison =
        switch (operator.substring(colon + 1)) {
          case "StringEquals", "Bool" -> Comparison.EQUALS;
          case "StringLike" -> Comparison.LIKE;
          case "Null" -> Comparison.NULL;
          default -> throw unsupported(operator, key);
        };
    if (!KEYS.contains(key) && !key.startsWith(RESOURCE_TAG)) {
      throw unsupported(operator, key);
    }
    return new PolicyCondition(quantifier, comparison, key, allowed);
  }

  boolean holds(Map<String, List<String>> conditions) {
    List<String> values = conditions.getOrDefault(key, List.of());
    if (comparison == Comparison.NULL) {
      return allowed.contains(String.valueOf(values.isEmpty()));
    }
    return switch (quantifier) {
      case PLAIN, FOR_ANY_VALUE -> values.stream().anyMatch(this::matches);
      case FOR_ALL_VALUES -> values.stream().allMatch(this::matches);
    };
  }

  private boolean matches(String value) {
    return allowed.stream()
        .anyMatch(
            one -> comparison == Comparison.LIKE ? Glob.of(one).matches(value) : one.equals(value));
  }

  private static IllegalArgumentException unsupported(String operator, String key) {
    return new IllegalArgumentException(
        "policy condition %s on %s: the local cloud knows [ForAllValues:|ForAnyValue:]StringEquals|StringLike|Bool|Null on %s and aws:ResourceTag/"
            .formatted(operator, key, KEYS));
  }
}
