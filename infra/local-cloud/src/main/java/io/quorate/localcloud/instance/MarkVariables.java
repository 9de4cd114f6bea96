package io.quorate.localcloud.instance;

import java.nio.file.Path;
import java.util.Map;

/**
 * The environment variables that every process of a cloud carries, so that it can be found however
 * it was started and whoever its parent is now.
 */
public final class MarkVariables {
  /** Names the owner: an instance id, or "lambda-" and an environment's id. */
  public static final String OWNER = "QUORATE_INSTANCE";

  /** Names the cloud by its home folder. */
  public static final String HOME = "QUORATE_CLOUD_HOME";

  private MarkVariables() {}

  /** Marks a command's environment. */
  public static void put(Map<String, String> environment, Path home, String owner) {
    environment.put(OWNER, owner);
    environment.put(HOME, home.toString());
  }

  /**
   * Takes out what a process of the cloud must not inherit from this machine: AWS credentials,
   * profiles and settings, and proxies, for everything it may reach is on loopback.
   */
  public static void isolate(Map<String, String> environment, Path nowhere) {
    environment
        .keySet()
        .removeIf(
            name ->
                name.startsWith("AWS_")
                    || name.toLowerCase(java.util.Locale.ROOT).endsWith("_proxy"));
    environment.put("AWS_CONFIG_FILE", nowhere.toString());
    environment.put("AWS_SHARED_CREDENTIALS_FILE", nowhere.toString());
  }
}
