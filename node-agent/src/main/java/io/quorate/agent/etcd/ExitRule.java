package io.quorate.agent.etcd;

import java.util.List;
import java.util.function.Function;

/** What one line of etcd's log says of its end. The examples are pinned in ExitRuleTest. */
record ExitRule(List<String> parts, Function<String, EtcdExit> cause) {
  private static final int DETAIL_MAX = 300;

  /** Counts wherever it stands, before the other rules. */
  static final ExitRule REMOVED =
      rule(line -> new EtcdExit.RemovedFromCluster(), "permanently removed from the cluster");

  static final List<ExitRule> ALL =
      List.of(
          rule(EtcdExit.DiskFull::new, "no space left on device"),
          rule(EtcdExit.PortInUse::new, "address already in use"),
          rule(EtcdExit.CorruptData::new, "tocommit(", "out of range"),
          rule(EtcdExit.CorruptData::new, "crc mismatch"),
          rule(EtcdExit.CorruptData::new, "failed to open database"),
          rule(EtcdExit.CorruptData::new, "failed to recover v3 backend from snapshot"),
          rule(EtcdExit.CorruptData::new, "file not found", ".wal"),
          rule(EtcdExit.CorruptData::new, "wal: slice bounds out of range"),
          rule(EtcdExit.CorruptData::new, "wal: max entry size limit exceeded"),
          rule(EtcdExit.CorruptData::new, "checkinitialhashkv failed"),
          rule(EtcdExit.BadFlags::new, "flag provided but not defined"),
          rule(EtcdExit.BadFlags::new, "invalid value", "for flag"),
          rule(EtcdExit.BadFlags::new, "failed to verify flags"),
          rule(EtcdExit.BootstrapRefused::new, "has already been bootstrapped"),
          rule(EtcdExit.BootstrapRefused::new, "error validating peerurls"),
          rule(EtcdExit.BootstrapRefused::new, "couldn't find local name"),
          rule(EtcdExit.Panicked::new, "\"level\":\"panic\""),
          rule(EtcdExit.Panicked::new, "\"level\":\"fatal\""));

  private static ExitRule rule(Function<String, EtcdExit> cause, String... parts) {
    return new ExitRule(List.of(parts), cause);
  }

  boolean matches(String lowerCaseLine) {
    return parts.stream().allMatch(lowerCaseLine::contains);
  }

  EtcdExit exit(String line) {
    return cause.apply(line.length() > DETAIL_MAX ? line.substring(0, DETAIL_MAX) : line);
  }
}
