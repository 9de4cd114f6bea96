package io.quorate.agent.etcd.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** Whether access control is on in the data of an etcd that does not run. */
public final class AccessControlSwitch {
  private static final String BUCKET = "auth";
  private static final byte[] KEY = "authEnabled".getBytes(StandardCharsets.UTF_8);
  private static final byte[] ON = {1};

  private AccessControlSwitch() {}

  /**
   * Whether it is on, read from the database: of restored data that holds all there is.
   *
   * @param dataDir etcd's data directory, as a restore left it
   * @throws IOException when the database cannot be read
   */
  public static boolean isOn(Path dataDir) throws IOException {
    return BoltBucket.entries(BoltFile.in(dataDir), BUCKET).stream()
        .anyMatch(entry -> Arrays.equals(entry.key(), KEY) && Arrays.equals(entry.value(), ON));
  }
}
