package io.quorate.localcloud.instance;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Makes instance ids as EC2 does: {@code i-} and 17 hexadecimal digits. */
public final class InstanceIds {
  private InstanceIds() {}

  /** Random ids, beginning with the zero that EC2's have. */
  public static Supplier<String> random() {
    SecureRandom random = new SecureRandom();
    return () -> {
      byte[] bytes = new byte[8];
      random.nextBytes(bytes);
      return "i-0" + HexFormat.of().formatHex(bytes);
    };
  }
}
