package io.quorate.localcloud.gateway;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.wire.Glob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An IAM policy document, of as much of the language as Quorate's own documents use; a document
 * that uses more is refused, so that nothing is allowed here by being overlooked.
 */
public record PolicyDocument(List<PolicyStatement> statements) {
  private static final Set<String> FIELDS =
      Set.of("Sid", "Effect", "Principal", "Action", "Resource", "NotResource", "Condition");

  /** This one with the statements of another, as where both hang on one role. */
  public PolicyDocument and(PolicyDocument other) {
    List<PolicyStatement> both = new ArrayList<>(statements);
    both.addAll(other.statements);
    return new PolicyDocument(both);
  }

  /** Reads a document whose placeholders have been filled in. */
  public static PolicyDocument parse(String json) {
    if (json.contains("${")) {
      throw new IllegalArgumentException(
          "policy document has a placeholder that was not filled in: "
              + json.substring(
                  json.indexOf("${"), Math.min(json.length(), json.indexOf("${") + 60)));
    }
    try {
      Object statements = JSON.std.mapFrom(json).get("Statement");
      return new PolicyDocument(
          listOf(statements).stream().map(PolicyDocument::statement).toList());
    } catch (IOException e) {
      throw new IllegalArgumentException("policy document is not JSON: " + json, e);
    }
  }

  private static PolicyStatement statement(Object value) {
    if (!(value instanceof Map<?, ?> fields) || !FIELDS.containsAll(fields.keySet())) {
      throw new IllegalArgumentException(
          "policy statement %s: expected an object with fields of %s".formatted(value, FIELDS));
    }
    if (!List.of("*").containsAll(strings(fields.get("Principal")))) {
      throw new IllegalArgumentException("Principal must be * where it is given: " + value);
    }
    boolean allow =
        switch (String.valueOf(fields.get("Effect"))) {
          case "Allow" -> true;
          case "Deny" -> false;
          default -> throw new IllegalArgumentException("Effect must be Allow or Deny: " + value);
        };
    return new PolicyStatement(
        allow,
        strings(fields.get("Action")).stream().map(Glob::ignoringCase).toList(),
        globs(fields.get("Resource")),
        globs(fields.get("NotResource")),
        conditions(fields.get("Condition")));
  }

  private static List<PolicyCondition> conditions(@Nullable Object value) {
    List<PolicyCondition> conditions = new ArrayList<>();
    if (value instanceof Map<?, ?> operators) {
      operators.forEach(
          (operator, keys) ->
              ((Map<?, ?>) keys)
                  .forEach(
                      (key, allowed) ->
                          conditions.add(
                              PolicyCondition.of(
                                  operator.toString(), key.toString(), strings(allowed)))));
    }
    return conditions;
  }

  private static List<Glob> globs(@Nullable Object value) {
    return strings(value).stream().map(Glob::of).toList();
  }

  private static List<String> strings(@Nullable Object value) {
    return listOf(value).stream().map(Object::toString).toList();
  }

  /** IAM lets a single value stand for a list of one. */
  private static List<?> listOf(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    return Optional.ofNullable(value).map(List::<Object>of).orElse(List.of());
  }
}
