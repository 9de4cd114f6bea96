package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SpecTreeTest {
  @Test
  void everyValidSpecComesBackFromItsTree() {
    for (int seed = 0; seed < 2000; seed++) {
      ClusterSpec spec = randomSpec(new Random(seed));
      assertThat(SpecReader.fromTree(SpecTree.of(spec)))
          .as("seed %d", seed)
          .isEqualTo(new SpecResult.Valid(spec));
    }
  }

  @Test
  void theTreeOfThreeLinesIsLegible() {
    ClusterSpec spec =
        ClusterSpec.defaults(new ClusterName("demo"), new EtcdVersion(3, 5, OptionalInt.empty()));

    assertThat(SpecTree.of(spec).toString())
        .isEqualTo(
            "{name=demo, size=3, group=demo,"
                + " etcd={version=3.5, quota=2GiB, autoCompaction={mode=periodic, retention=1h},"
                + " maxRequest=1.5MiB, heartbeatInterval=100ms, electionTimeout=1s,"
                + " snapshotCount=10000, extraFlags={}},"
                + " timings={heartbeatSteady=20s, heartbeatFast=500ms, missedHeartbeats=2,"
                + " bootTimeout=10m, bootstrapWait=5m, joinDeadline=10m, learnerLag=5000,"
                + " silentGrace=1m, stoppedGrace=10m, restartBackoffMax=30s, controlRecordWait=3s,"
                + " stopGrace=20s},"
                + " snapshots={interval=30m, from=one, verify=daily,"
                + " keep={latest=10, hourly=24, daily=7, weekly=4}}}");
    assertThat(SpecTree.of(spec)).containsEntry("size", 3L);
  }

  private static ClusterSpec randomSpec(Random random) {
    String name = "c" + random.nextInt(1000);
    return new ClusterSpec(
        new ClusterName(name),
        1 + 2 * random.nextInt(4),
        random.nextBoolean() ? name : "group/" + random.nextInt(),
        randomEtcd(random),
        randomTimings(random),
        new SnapshotPolicy(
            random.nextBoolean()
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(random.nextLong(10, 604_801))),
            SnapshotPolicy.From.ONE,
            List.of(
                    SnapshotPolicy.Verify.EACH,
                    SnapshotPolicy.Verify.DAILY,
                    SnapshotPolicy.Verify.OFF)
                .get(random.nextInt(3)),
            new SnapshotPolicy.Keep(
                1 + random.nextInt(1000),
                random.nextInt(1001),
                random.nextInt(1001),
                random.nextInt(1001),
                random.nextBoolean()
                    ? Optional.empty()
                    : Optional.of(Duration.ofHours(random.nextLong(1, 87_601))))),
        random.nextBoolean() ? TlsSettings.OFF : randomTls(random),
        random.nextBoolean()
            ? RecoverySettings.AUTOMATIC
            : new RecoverySettings(RecoverySettings.Mode.APPROVE),
        random.nextBoolean() ? MaintenanceSettings.DEFAULT : randomMaintenance(random),
        Optional.empty(),
        random.nextBoolean(),
        random.nextBoolean()
            ? UpgradeSettings.DEFAULT
            : new UpgradeSettings(
                random.nextBoolean()
                    ? Optional.empty()
                    : Optional.of(Duration.ofSeconds(random.nextLong(1, 86_401))),
                random.nextBoolean()
                    ? UpgradeSettings.Finalizes.AUTOMATIC
                    : UpgradeSettings.Finalizes.APPROVE),
        new NodesSettings(
            random.nextBoolean()
                ? NodesSettings.Replace.ON_REQUEST
                : NodesSettings.Replace.AUTOMATIC),
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(new DnsSettings("Z" + random.nextInt(1000), name + ".etcd.internal")));
  }

  private static MaintenanceSettings randomMaintenance(Random random) {
    return new MaintenanceSettings(
        random.nextBoolean() ? Optional.empty() : Optional.of(random.nextInt(10, 100)),
        new ByteSize(random.nextLong(1 << 20, (8L << 30) + 1)),
        random.nextBoolean()
            ? Optional.empty()
            : DayWindow.parse("0%d:30-1%d:05".formatted(random.nextInt(10), random.nextInt(10))),
        random.nextBoolean(),
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(Duration.ofMinutes(random.nextLong(1, 10_081))));
  }

  private static TlsSettings randomTls(Random random) {
    return new TlsSettings(
        TlsSettings.Mode.MANAGED,
        random.nextBoolean() ? TlsSettings.Clients.OFF : TlsSettings.Clients.REQUIRED,
        random.nextBoolean() ? List.of() : List.of("*.example.org", "10.0.0.1", "fd00::1"));
  }

  private static EtcdSettings randomEtcd(Random random) {
    long heartbeat = random.nextLong(10, 10_001);
    return new EtcdSettings(
        new EtcdVersion(
            3,
            5,
            random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(random.nextInt(3, 40))),
        new ByteSize(random.nextLong(16L << 20, (8L << 30) + 1)),
        randomCompaction(random),
        new ByteSize(random.nextLong(64 << 10, (10 << 20) + 1)),
        Duration.ofMillis(heartbeat),
        Duration.ofMillis(random.nextLong(Math.max(50, 5 * heartbeat), 50_001)),
        random.nextLong(1000, 1_000_001),
        randomFlags(random),
        Optional.empty());
  }

  private static AutoCompaction randomCompaction(Random random) {
    return List.of(
            new AutoCompaction.Off(),
            new AutoCompaction.Periodic(Duration.ofSeconds(random.nextLong(60, 31_536_001))),
            new AutoCompaction.ByRevision(random.nextLong(1, 1_000_000_001)))
        .get(random.nextInt(3));
  }

  private static Map<String, String> randomFlags(Random random) {
    Map<String, String> flags = new TreeMap<>();
    for (String flag : EtcdFlags.ALLOWED) {
      if (random.nextInt(10) == 0) {
        Stream.of("", "v =,:ü", "true", "0", "17", "5s", "*")
            .filter(EtcdFlags.value(flag)::accepts)
            .skip(random.nextInt(2))
            .findFirst()
            .filter(value -> !flag.endsWith("-persist"))
            .ifPresent(value -> flags.put(flag, value));
      }
    }
    return flags;
  }

  private static Timings randomTimings(Random random) {
    long steady = random.nextLong(500, 5_001);
    int missed = random.nextInt(2, 101);
    long least = Math.max(100_000, steady * missed);
    return new Timings(
        Duration.ofMillis(steady),
        millis(random, 100, Math.min(2_000, steady)),
        missed,
        millis(random, 5000, 7_200_000),
        millis(random, 1000, 3_600_000),
        millis(random, least, 86_400_000),
        random.nextLong(1, 1_000_001),
        millis(random, least, 86_400_000),
        millis(random, 1000, 86_400_000),
        millis(random, 100, 600_000),
        millis(random, 100, 60_000),
        millis(random, 1000, 300_000));
  }

  private static Duration millis(Random random, long least, long most) {
    return Duration.ofMillis(random.nextLong(least, most + 1));
  }
}
