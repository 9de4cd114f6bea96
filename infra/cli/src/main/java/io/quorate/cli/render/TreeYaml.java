package io.quorate.cli.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** A tree for programs, as YAML. */
public final class TreeYaml {
  private static final DumpSettings BLOCKS =
      DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();

  private TreeYaml() {}

  /** The same names and values that JSON has. */
  public static String of(Map<String, Object> tree) {
    return new Dump(BLOCKS).dumpToString(copied(tree));
  }

  /** A list that stands in two places would be written once, with an anchor. */
  private static Object copied(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<Object, Object> copy = new LinkedHashMap<>();
        map.forEach((key, below) -> copy.put(key, copied(below)));
        yield copy;
      }
      case List<?> list -> new ArrayList<>(list.stream().map(TreeYaml::copied).toList());
      default -> value;
    };
  }
}
