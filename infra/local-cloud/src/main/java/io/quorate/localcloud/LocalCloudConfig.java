package io.quorate.localcloud;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to start a local cloud.
 *
 * @param host address to listen on
 * @param port TCP port, 0 for any free one
 * @param home folder for tables and objects; empty keeps all in memory, and a restart forgets it
 * @param region the one region there is
 * @param account the one account there is, 12 digits
 * @param seed for everything that chance decides (faults with a probability below 1)
 */
public record LocalCloudConfig(
    String host, int port, Optional<Path> home, String region, String account, long seed) {
  /** The port that the quick start and the documents name. */
  public static final int DEFAULT_PORT = 4566;

  /** All in memory, on any free port of the loopback address. */
  public static LocalCloudConfig inMemory() {
    return new LocalCloudConfig("127.0.0.1", 0, Optional.empty(), "us-east-1", "000000000000", 1);
  }

  /** State that survives a restart, in a folder; on {@link #DEFAULT_PORT}. */
  public static LocalCloudConfig inFolder(Path home) {
    return inMemory().withPort(DEFAULT_PORT).withHome(home);
  }

  public LocalCloudConfig withPort(int newPort) {
    return new LocalCloudConfig(host, newPort, home, region, account, seed);
  }

  public LocalCloudConfig withHome(Path newHome) {
    return new LocalCloudConfig(host, port, Optional.of(newHome), region, account, seed);
  }

  /** The same in another region and account. */
  public LocalCloudConfig withPlace(String newRegion, String newAccount) {
    return new LocalCloudConfig(host, port, home, newRegion, newAccount, seed);
  }

  public LocalCloudConfig withSeed(long newSeed) {
    return new LocalCloudConfig(host, port, home, region, account, newSeed);
  }
}
