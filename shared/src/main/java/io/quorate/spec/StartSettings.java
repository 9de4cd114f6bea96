package io.quorate.spec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.model.ClusterName;
import io.quorate.model.Sha256;
import io.quorate.spec.SpecField.Effect;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What of a spec an etcd takes only when it starts, as a short text to compare. A field at its
 * default is left out, so that a release that knows one more field asks no member to restart.
 */
public final class StartSettings {
  private static final int BYTES = 8;
  private static final ClusterSpec DEFAULTS =
      ClusterSpec.defaults(
          new ClusterName("defaults"), EtcdVersion.parse(EtcdVersion.DEFAULT_LINE).orElseThrow());

  private StartSettings() {}

  /** The same for specs that start etcd alike. */
  public static String of(ClusterSpec spec) {
    MessageDigest digest = Sha256.digest();
    for (SpecField<?> field : SpecFields.ALL) {
      Optional<Object> value = field.written(spec);
      if (field.effect() == Effect.ETCD_RESTART && !value.equals(field.written(DEFAULTS))) {
        digest.update((field.path() + "=" + value.orElse("") + "\n").getBytes(UTF_8));
      }
    }
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }
}
