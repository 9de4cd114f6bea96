package io.quorate.dynamodb;

import io.quorate.store.Expect;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Builds condition and update expressions; every name and value goes through a placeholder. */
final class Expression {
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();

  /** The condition's text; empty where anything will do. */
  Optional<String> condition(Expect expect) {
    return switch (expect) {
      case Expect.Anything anything -> Optional.empty();
      case Expect.NoRecord none ->
          Optional.of("attribute_not_exists(" + name(TableNames.PARTITION) + ")");
      case Expect.Is is -> Optional.of(name(is.attribute()) + " = " + value(is.value()));
      case Expect.Missing missing ->
          Optional.of("attribute_not_exists(" + name(missing.attribute()) + ")");
      case Expect.Below below ->
          Optional.of(name(below.attribute()) + " < " + value(below.bound()));
      case Expect.Above above ->
          Optional.of(name(above.attribute()) + " > " + value(above.bound()));
      case Expect.All all -> joined(all.of(), " AND ");
      case Expect.Any any -> joined(any.of(), " OR ");
    };
  }

  private Optional<String> joined(List<Expect> parts, String with) {
    List<String> texts = new ArrayList<>();
    for (Expect part : parts) {
      condition(part)
          .ifPresentOrElse(
              texts::add,
              () -> {
                throw new IllegalArgumentException(
                    "Expect.anything() inside " + parts + ": it would always hold; leave it out");
              });
    }
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("a condition of no parts: expected at least one");
    }
    // DynamoDB refuses redundant parentheses, which a part of one part would have.
    return Optional.of(
        texts.size() == 1
            ? texts.get(0)
            : texts.stream().map(text -> "(" + text + ")").collect(Collectors.joining(with)));
  }

  /** The update's text. */
  String update(Write.Update update) {
    List<String> clauses = new ArrayList<>();
    if (!update.set().isEmpty()) {
      clauses.add(
          "SET "
              + update.set().entrySet().stream()
                  .map(entry -> name(entry.getKey()) + " = " + value(entry.getValue()))
                  .collect(Collectors.joining(", ")));
    }
    if (!update.add().isEmpty()) {
      clauses.add(
          "ADD "
              + update.add().entrySet().stream()
                  .map(entry -> name(entry.getKey()) + " " + value(entry.getValue()))
                  .collect(Collectors.joining(", ")));
    }
    return String.join(" ", clauses);
  }

  Map<String, String> names() {
    return names;
  }

  Map<String, AttributeValue> values() {
    return values;
  }

  private String name(String attribute) {
    String placeholder = "#n" + names.size();
    names.put(placeholder, attribute);
    return placeholder;
  }

  private String value(Object plain) {
    String placeholder = ":v" + values.size();
    values.put(placeholder, AttributeValues.of(plain));
    return placeholder;
  }
}
