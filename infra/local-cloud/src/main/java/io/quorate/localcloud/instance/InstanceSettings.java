package io.quorate.localcloud.instance;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How instances behave.
 *
 * @param home the cloud's folder; disks are {@code instances/<id>} below it
 * @param region AWS region that they report
 * @param account AWS account that they report
 * @param zones availability zones, in order; zone n has the addresses 127.0.(block + n).y
 * @param addressBlock where the third number of addresses starts
 * @param gateway the cloud's endpoint, given to commands as AWS_ENDPOINT_URL
 * @param metadataPort port of the metadata service on each instance's own address
 * @param role name of the instance profile's role
 * @param environment added to every instance's environment, below its template's
 * @param restartDelay pause before the supervised command is started again
 * @param shuttingDown how long an instance stays shutting-down before its command gets SIGTERM
 * @param stopGrace how long the command may take to end after SIGTERM
 * @param terminatedListed how long a terminated instance stays listed
 * @param keepDisks whether the disk of a terminated instance is kept as {@code terminated/<id>}
 */
public record InstanceSettings(
    Path home,
    String region,
    String account,
    List<String> zones,
    int addressBlock,
    URI gateway,
    int metadataPort,
    String role,
    Map<String, String> environment,
    Duration restartDelay,
    Duration shuttingDown,
    Duration stopGrace,
    Duration terminatedListed,
    boolean keepDisks) {
  /** Makes the home absolute. */
  public InstanceSettings {
    home = home.toAbsolutePath().normalize();
    zones = List.copyOf(zones);
    environment = Map.copyOf(environment);
    if (addressBlock < 0 || addressBlock + zones.size() > 254) {
      throw new IllegalArgumentException(
          "addressBlock is %d with %d zones, expected their sum within 0..254"
              .formatted(addressBlock, zones.size()));
    }
  }

  /** Settings that suit tests and demonstrations: three zones of us-east-1. */
  public static InstanceSettings at(Path home, URI gateway) {
    return new InstanceSettings(
        home,
        "us-east-1",
        "000000000000",
        List.of("us-east-1a", "us-east-1b", "us-east-1c"),
        0,
        gateway,
        8169,
        "quorate-agent",
        Map.of(),
        Duration.ofMillis(100),
        Duration.ofMillis(300),
        Duration.ofSeconds(10),
        Duration.ofHours(1),
        true);
  }

  /** The same in another region and account; zones a, b and c of the region. */
  public InstanceSettings withPlace(String newRegion, String newAccount) {
    return new InstanceSettings(
        home,
        newRegion,
        newAccount,
        List.of(newRegion + "a", newRegion + "b", newRegion + "c"),
        addressBlock,
        gateway,
        metadataPort,
        role,
        environment,
        restartDelay,
        shuttingDown,
        stopGrace,
        terminatedListed,
        keepDisks);
  }

  /** The same with another first address block. */
  public InstanceSettings withAddressBlock(int block) {
    return copy(block, environment, restartDelay, shuttingDown, terminatedListed, keepDisks);
  }

  /** The same with variables for every instance. */
  public InstanceSettings withEnvironment(Map<String, String> variables) {
    return copy(addressBlock, variables, restartDelay, shuttingDown, terminatedListed, keepDisks);
  }

  /** The same with another pause before a command is started again. */
  public InstanceSettings withRestartDelay(Duration delay) {
    return copy(addressBlock, environment, delay, shuttingDown, terminatedListed, keepDisks);
  }

  /** The same with another time in shutting-down. */
  public InstanceSettings withShuttingDown(Duration time) {
    return copy(addressBlock, environment, restartDelay, time, terminatedListed, keepDisks);
  }

  /** The same with another time that terminated instances stay listed. */
  public InstanceSettings withTerminatedListed(Duration time) {
    return copy(addressBlock, environment, restartDelay, shuttingDown, time, keepDisks);
  }

  /** The same, keeping or deleting the disks of terminated instances. */
  public InstanceSettings withKeepDisks(boolean keep) {
    return copy(addressBlock, environment, restartDelay, shuttingDown, terminatedListed, keep);
  }

  private InstanceSettings copy(
      int block,
      Map<String, String> variables,
      Duration restart,
      Duration shutDown,
      Duration listed,
      boolean keep) {
    return new InstanceSettings(
        home,
        region,
        account,
        zones,
        block,
        gateway,
        metadataPort,
        role,
        variables,
        restart,
        shutDown,
        stopGrace,
        listed,
        keep);
  }
}
