package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The fields of the section {@code etcd}. */
final class EtcdFields {
  static final SpecField<EtcdVersion> VERSION =
      SpecField.required(
          "etcd.version",
          new ScalarKind<>(
              "version",
              "a line such as \"3.5\" (any patch installed) or an exact release such as \"3.5.30\", of "
                  + EtcdVersion.SUPPORTED
                  + ": 3.5.0 to 3.5.2 can corrupt data",
              text -> EtcdVersion.parse(text).filter(EtcdVersion::isSupported),
              EtcdVersion::toString),
          Effect.AT_ONCE,
          spec -> spec.etcd().version(),
          "The etcd release that the members run. An exact one that is stored with quorate release add"
              + " is rolled out, one member at a time (upgrades.md). Another version that does not"
              + " accept what members run is refused; a node whose etcd it does not accept founds and"
              + " joins nothing.");
  static final SpecField<ByteSize> QUOTA =
      field(
          "quota",
          ScalarKind.size("16MiB", "8GiB"),
          "2GiB",
          EtcdSettings::quota,
          "Size of the database at which etcd refuses writes (NOSPACE); 8GiB is the most that etcd's"
              + " authors suggest.");
  static final SpecField<String> COMPACTION_MODE =
      field(
          "autoCompaction.mode",
          ScalarKind.choice("periodic", "revision", "off"),
          "periodic",
          settings -> AutoCompactionText.mode(settings.autoCompaction()),
          "Whether etcd drops revisions by age, by number or not at all; `off` is for clients that"
              + " compact themselves, as a Kubernetes API server does.");
  static final SpecField<String> COMPACTION_RETENTION =
      SpecField.derived(
          "etcd.autoCompaction.retention",
          AutoCompactionText.RETENTION,
          "`1h` with mode periodic, 10000 with mode revision",
          Effect.ETCD_RESTART,
          spec -> AutoCompactionText.retention(spec.etcd().autoCompaction()),
          "How much history is kept; not given with mode off.");
  static final SpecField<ByteSize> MAX_REQUEST =
      field(
          "maxRequest",
          ScalarKind.size("64KiB", "10MiB"),
          "1.5MiB",
          EtcdSettings::maxRequest,
          "The largest request that etcd accepts; larger ones would hold up its heartbeats.");
  static final SpecField<Duration> HEARTBEAT_INTERVAL =
      field(
          "heartbeatInterval",
          ScalarKind.duration("10ms", "10s"),
          "100ms",
          EtcdSettings::heartbeatInterval,
          "The leader's raft heartbeat; about the round-trip time between the members.");
  static final SpecField<Duration> ELECTION_TIMEOUT =
      field(
          "electionTimeout",
          ScalarKind.duration("50ms", "50s"),
          "1s",
          EtcdSettings::electionTimeout,
          "How long a follower waits for its leader before it stands for election; at least five"
              + " times heartbeatInterval and at most 50s, or etcd refuses to start.");
  static final SpecField<Long> SNAPSHOT_COUNT =
      field(
          "snapshotCount",
          ScalarKind.count(1000, 1_000_000),
          10_000L,
          EtcdSettings::snapshotCount,
          "Applied entries between two raft snapshots on a member's own disk; the default is that of"
              + " etcd 3.6, which holds less in memory than 3.5's 100000.");
  static final SpecField<Map<String, String>> EXTRA_FLAGS =
      field(
          "extraFlags",
          new FlagMapKind(),
          Map.of(),
          EtcdSettings::extraFlags,
          "Other etcd flags, handed on as they are; the lists below say which.");

  static final List<SpecField<?>> ALL =
      List.of(
          VERSION,
          QUOTA,
          COMPACTION_MODE,
          COMPACTION_RETENTION,
          MAX_REQUEST,
          HEARTBEAT_INTERVAL,
          ELECTION_TIMEOUT,
          SNAPSHOT_COUNT,
          EXTRA_FLAGS);

  private EtcdFields() {}

  static EtcdSettings read(SpecValues values) {
    return new EtcdSettings(
        values.get(VERSION),
        values.get(QUOTA),
        AutoCompactionText.parse(values.get(COMPACTION_MODE), values.find(COMPACTION_RETENTION))
            .orElseThrow(),
        values.get(MAX_REQUEST),
        values.get(HEARTBEAT_INTERVAL),
        values.get(ELECTION_TIMEOUT),
        values.get(SNAPSHOT_COUNT),
        values.get(EXTRA_FLAGS),
        TokenFields.read(values));
  }

  private static <T> SpecField<T> field(
      String name,
      FieldKind<T> kind,
      Object standard,
      Function<EtcdSettings, T> of,
      String meaning) {
    return SpecField.optional(
        "etcd." + name,
        kind,
        standard,
        Effect.ETCD_RESTART,
        spec -> of.apply(spec.etcd()),
        meaning);
  }
}
