package io.quorate.cli.render;

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
    return new Dump(BLOCKS).dumpToString(tree);
  }
}
