package io.quorate.codec;

import io.quorate.model.Generation;
import io.quorate.state.Bootstrap;
import io.quorate.state.LostBootstrap;
import io.quorate.state.MirroredGeneration;
import java.util.Map;

/**
 * One generation in the lineage mirror: a bootstrap, or what is left to tell of one that is lost.
 */
public final class MirroredGenerationCodec {
  private static final String LOST = "bootstrapLost";

  private MirroredGenerationCodec() {}

  /** The object's content. */
  public static Map<String, Object> write(MirroredGeneration mirrored) {
    return switch (mirrored) {
      case Bootstrap bootstrap -> BootstrapCodec.write(bootstrap);
      case LostBootstrap lost ->
          Schema.builder(Schema.BOOTSTRAP_LOST)
              .with("generation", lost.generation().value())
              .with(LOST, true)
              .withOptional("fork", lost.fork().map(LineageCodec::fork))
              .build();
    };
  }

  /** Reads the object. */
  public static MirroredGeneration read(Map<String, Object> content, String where) {
    return Schema.read(
        content,
        where,
        Schema.BOOTSTRAP_LOST,
        tree ->
            content.containsKey(LOST)
                ? new LostBootstrap(
                    new Generation(tree.number("generation")),
                    tree.optionalTree("fork").map(LineageCodec::fork))
                : BootstrapCodec.nested(tree));
  }
}
