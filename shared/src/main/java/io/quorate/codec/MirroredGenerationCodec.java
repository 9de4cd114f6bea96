package io.quorate.codec;

import io.quorate.state.Bootstrap;
import io.quorate.state.LostBootstrap;
import io.quorate.state.MirroredGeneration;
import java.util.Map;

/**
 * One generation in the lineage mirror: a bootstrap, or what is left to tell of one that is lost.
 */
public final class MirroredGenerationCodec {
  private static final RecordCodec<LostBootstrap> LOST =
      RecordCodec.of(LostBootstrap.class, Schema.BOOTSTRAP_LOST, lost -> Schema.BOOTSTRAP_LOST);

  private MirroredGenerationCodec() {}

  /** The object's content. */
  public static Map<String, Object> write(MirroredGeneration mirrored) {
    return switch (mirrored) {
      case Bootstrap bootstrap -> Codecs.BOOTSTRAP.write(bootstrap);
      case LostBootstrap lost -> LOST.write(lost);
    };
  }

  /** Reads the object. */
  public static MirroredGeneration read(Map<String, Object> content, String where) {
    return content.containsKey("bootstrapLost")
        ? LOST.read(content, where)
        : Codecs.BOOTSTRAP.read(content, where);
  }
}
