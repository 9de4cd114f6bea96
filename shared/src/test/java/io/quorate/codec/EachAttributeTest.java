package io.quorate.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Takes each attribute out of each record in turn. What is read then is written without it, or with
 * the value that stands for nothing; or the record is refused. Which are refused stands in a file:
 * records in living tables may lack the others.
 */
class EachAttributeTest {
  private static final Path REQUIRED = Path.of("src/test/resources/golden/required.txt");

  /** What follows from other attributes, and what is left of a group that goes with its first. */
  private static final List<String> UNREAD =
      List.of(
          "schemaVersion",
          "operationId",
          "until",
          "bootstrapLost",
          "restoreMillis",
          "verifiedRelease");

  @TestFactory
  List<DynamicTest> eachAttributeIsRequiredOrReadAsNothing() {
    return forms().map(form -> DynamicTest.dynamicTest(form.name(), () -> missing(form))).toList();
  }

  /** A spec has defaults, which tests of its own hold. */
  private static Stream<WireFormTest.Form<?>> forms() {
    return WireFormTest.forms().filter(form -> !form.name().equals("spec"));
  }

  private static <T> List<String> missing(WireFormTest.Form<T> form) {
    List<String> required = new ArrayList<>();
    for (List<Object> path : paths(form.written(), List.of())) {
      if (form.name().startsWith("snapshot") && path.equals(List.of("generation"))) {
        continue; // It follows from the snapshot's id.
      }
      Map<String, Object> less = without(form.written(), path);
      try {
        T read = form.reader().read(less, form.name());
        Map<String, Object> again = form.writer().apply(read);
        assertThat(form.reader().read(again, form.name())).isEqualTo(read);
        assertThat(pruned(again)).as("without %s", path).isEqualTo(pruned(less));
      } catch (UnreadableRecordException e) {
        assertThat(e).hasMessageStartingWith(form.name());
        required.add(String.join(".", path.stream().map(Object::toString).toList()));
      }
    }
    return required;
  }

  @Test
  void theSameAttributesAreRequiredAsBefore() throws Exception {
    String found =
        forms()
            .map(form -> form.name() + ": " + String.join(" ", missing(form)))
            .collect(Collectors.joining("\n", "", "\n"));
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(REQUIRED, found);
    }

    assertThat(found)
        .as("Records in living tables may lack an attribute that is now required")
        .isEqualTo(Files.readString(REQUIRED));
  }

  private static List<List<Object>> paths(Object tree, List<Object> at) {
    List<List<Object>> paths = new ArrayList<>();
    if (tree instanceof Map<?, ?> map) {
      map.forEach((name, value) -> paths.addAll(below(at, name, value)));
    }
    if (tree instanceof List<?> list && !list.isEmpty() && list.getFirst() instanceof Map) {
      paths.addAll(paths(list.getFirst(), with(at, 0)));
    }
    return paths;
  }

  private static List<List<Object>> below(List<Object> at, Object name, Object value) {
    List<List<Object>> paths = new ArrayList<>();
    paths.add(with(at, name));
    paths.addAll(paths(value, with(at, name)));
    return paths;
  }

  private static List<Object> with(List<Object> path, Object next) {
    List<Object> longer = new ArrayList<>(path);
    longer.add(next);
    return longer;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> without(Object tree, List<Object> path) {
    return (Map<String, Object>) copy(tree, path);
  }

  private static Object copy(Object tree, List<Object> without) {
    Object first = without.isEmpty() ? "" : without.getFirst();
    List<Object> rest = without.isEmpty() ? without : without.subList(1, without.size());
    if (tree instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach(
          (name, value) -> {
            if (!name.equals(first)) {
              copy.put(name, value);
            } else if (!rest.isEmpty()) {
              copy.put(name, copy(value, rest));
            }
          });
      return copy;
    }
    if (tree instanceof List<?> list && first instanceof Integer index) {
      List<Object> copy = new ArrayList<>(list);
      copy.set(index, copy(list.get(index), rest));
      return copy;
    }
    return tree;
  }

  /** Without what stands for nothing, and without what is written but never read. */
  private static Object pruned(Object tree) {
    if (!(tree instanceof Map<?, ?> map)) {
      return tree instanceof List<?> list
          ? list.stream().map(EachAttributeTest::pruned).toList()
          : tree;
    }
    Map<Object, Object> left = new LinkedHashMap<>();
    map.forEach(
        (name, value) -> {
          Object kept = pruned(value);
          if (!List.of(0L, false, "", List.of(), Map.of()).contains(kept)
              && !UNREAD.contains(name)) {
            left.put(name, kept);
          }
        });
    return left;
  }
}
