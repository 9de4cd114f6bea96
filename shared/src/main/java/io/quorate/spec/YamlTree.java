package io.quorate.spec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * YAML text as a tree whose leaves are the text as written, so that {@code version: 3.10} stays
 * "3.10". Bounded before anything is built: size, depth, one document, no aliases, no tags.
 */
final class YamlTree {
  private static final int MOST_BYTES = 64 * 1024;
  private static final int DEEPEST = 8;
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setLabel("cluster.yaml").setCodePointLimit(MOST_BYTES).build();

  private final Consumer<SpecError> errors;

  private YamlTree(Consumer<SpecError> errors) {
    this.errors = errors;
  }

  /** The tree; empty, with an error reported, when the text is no single mapping within bounds. */
  static Optional<Map<String, @Nullable Object>> parse(String yaml, Consumer<SpecError> errors) {
    try {
      Optional<SpecError> refusal = outOfBounds(yaml);
      if (refusal.isEmpty()) {
        return compose(yaml, errors);
      }
      errors.accept(refusal.get());
    } catch (MarkedYamlEngineException malformed) {
      errors.accept(whole("no YAML" + line(malformed.getProblemMark()), malformed.getProblem()));
    } catch (YamlEngineException malformed) {
      errors.accept(whole("no YAML", String.valueOf(malformed.getMessage())));
    }
    return Optional.empty();
  }

  private static Optional<Map<String, @Nullable Object>> compose(
      String yaml, Consumer<SpecError> errors) {
    Optional<Node> root = new Compose(SETTINGS).composeString(yaml);
    if (root.isPresent() && root.get() instanceof MappingNode mapping) {
      return Optional.of(new YamlTree(errors).map("", mapping));
    }
    String given = root.isPresent() ? "no mapping" : "nothing";
    errors.accept(whole(given, "expected fields such as 'name: demo', one a line"));
    return Optional.empty();
  }

  /** Looks at the flat stream of events, where nothing is nested or multiplied yet. */
  private static Optional<SpecError> outOfBounds(String yaml) {
    int bytes = yaml.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      return Optional.of(whole(bytes + " bytes", "expected at most " + MOST_BYTES + " bytes"));
    }
    int depth = 0;
    int documents = 0;
    for (Event event : new Parse(SETTINGS).parseString(yaml)) {
      String line = line(event.getStartMark());
      depth += event instanceof CollectionStartEvent ? 1 : 0;
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
      documents += event instanceof DocumentStartEvent ? 1 : 0;
      if (event instanceof AliasEvent) {
        return Optional.of(whole("an alias" + line, "write the value out; aliases are refused"));
      } else if (tagged(event)) {
        return Optional.of(whole("a tag" + line, "write the value alone; tags are refused"));
      } else if (depth > DEEPEST) {
        return Optional.of(
            whole("a nested value" + line, "expected at most " + DEEPEST + " levels"));
      } else if (documents > 1) {
        return Optional.of(whole("a second document" + line, "expected one cluster a file"));
      }
    }
    return Optional.empty();
  }

  private static boolean tagged(Event event) {
    return switch (event) {
      case ScalarEvent scalar -> scalar.getTag().isPresent();
      case CollectionStartEvent collection -> collection.getTag().isPresent();
      default -> false;
    };
  }

  private Map<String, @Nullable Object> map(String prefix, MappingNode mapping) {
    Map<String, @Nullable Object> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
      if (entries.containsKey(key)) {
        errors.accept(
            new SpecError(
                prefix + key,
                "twice" + line(tuple.getKeyNode().getStartMark()),
                "keep one of the two lines"));
      } else {
        entries.put(key, value(prefix + key + ".", tuple.getValueNode()));
      }
    }
    return entries;
  }

  private @Nullable Object value(String prefix, Node node) {
    return switch (node) {
      case MappingNode mapping -> map(prefix, mapping);
      case SequenceNode sequence -> list(prefix, sequence);
      case ScalarNode scalar -> Tag.NULL.equals(scalar.getTag()) ? null : scalar.getValue();
      default -> throw new IllegalStateException("YAML node " + node.getNodeType() + " is new");
    };
  }

  private List<@Nullable Object> list(String prefix, SequenceNode sequence) {
    List<@Nullable Object> items = new ArrayList<>();
    sequence.getValue().forEach(item -> items.add(value(prefix, item)));
    return items;
  }

  private static String line(Optional<Mark> mark) {
    return mark.map(at -> " in line " + (at.getLine() + 1)).orElse("");
  }

  private static SpecError whole(String given, String problem) {
    return new SpecError(SpecError.WHOLE_FILE, given, problem);
  }
}
