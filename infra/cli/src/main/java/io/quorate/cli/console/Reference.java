package io.quorate.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.recovery.Recovery;
import io.quorate.state.Condition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What does not change while the page is open: what docs/operations.md says of each condition, and
 * which steps docs/instructions.md lists for each instruction. Both are in the command's jar, so
 * that the page needs no internet.
 */
final class Reference {
  private Reference() {}

  static Map<String, Object> tree(Map<String, Object> about) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("about", about);
    tree.put("conditions", conditions());
    tree.put("steps", steps());
    tree.put("recoveryStates", Stream.of(Recovery.State.values()).map(Enum::name).toList());
    return tree;
  }

  private static Map<String, Object> conditions() {
    List<String> page = lines("operations.md");
    Map<String, Object> all = new LinkedHashMap<>();
    for (Condition.Type type : Condition.Type.values()) {
      all.put(type.name(), String.join("\n", section(page, "### " + type)));
    }
    return all;
  }

  private static Map<String, Object> steps() {
    List<String> page = lines("instructions.md");
    Map<String, Object> all = new LinkedHashMap<>();
    for (CommandKind kind : CommandKind.of(Lane.MEMBERSHIP)) {
      List<Map<String, Object>> steps = new ArrayList<>();
      section(page, "### " + kind).stream()
          .filter(line -> line.startsWith("| ") && !line.startsWith("| step "))
          .map(line -> line.split("\\s*\\|\\s*"))
          .forEach(
              cells -> steps.add(Map.of("step", cells[1], "checks", cells[2], "does", cells[3])));
      all.put(kind.name(), steps);
    }
    return all;
  }

  private static List<String> section(List<String> page, String heading) {
    return page.stream()
        .dropWhile(line -> !line.equals(heading))
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .toList();
  }

  private static List<String> lines(String name) {
    return new String(Assets.load("/io/quorate/cli/docs/" + name), UTF_8).lines().toList();
  }
}
