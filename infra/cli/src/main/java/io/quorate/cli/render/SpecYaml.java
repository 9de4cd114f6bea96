package io.quorate.cli.render;

import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecTree;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** A spec as the YAML file that makes it. */
public final class SpecYaml {
  private static final DumpSettings BLOCKS =
      DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();

  private SpecYaml() {}

  /** Every field, defaults included; {@code apply} accepts it again and changes nothing. */
  public static String of(ClusterSpec spec) {
    return new Dump(BLOCKS).dumpToString(SpecTree.of(spec));
  }
}
