package io.quorate.spec;

import java.util.List;
import java.util.Optional;

/** The etcd flags that a spec may not set, and why: in the docs and in the error alike. */
public final class DeniedFlags {
  private static final String MEMBERSHIP =
      "which members there are is decided by Quorate; a wrong value forms a second cluster";
  private static final String ADDRESSES =
      "the agent derives every address from its instance; a wrong one splits or hides the member";
  private static final String TLS =
      "use the section tls; half a set of certificates would cut members off";
  private static final String LOGS =
      "the agent reads in etcd's own log, as etcd writes it by default, why etcd stopped";
  private static final String V2 = "the v2 store is in no snapshot, and etcd 3.6 dropped it";
  private static final String DISK =
      "the agent proves, fences and archives exactly one directory; data elsewhere would escape it";

  /** Every refusal, in the order of the documentation. */
  public static final List<Denial> ALL =
      List.of(
          new Denial("force-new-cluster", "it makes a second cluster out of a living one's data"),
          new Denial("unsafe-no-fsync", "acknowledged writes would be lost with the power"),
          new Denial("strict-reconfig-check", "without it a change of members can lose the quorum"),
          new Denial("pre-vote", "without it a member that returns disturbs a healthy leader"),
          new Denial("data-dir", DISK),
          new Denial("wal-dir", DISK),
          new Denial("name", "the name is the instance's id"),
          new Denial("initial-cluster*", MEMBERSHIP),
          new Denial("initial-advertise-*", ADDRESSES),
          new Denial("discovery*", MEMBERSHIP),
          new Denial("listen-*", ADDRESSES),
          new Denial("advertise-*", ADDRESSES),
          new Denial("socket-reuse-port", "two etcd processes could answer on one address"),
          new Denial("peer-*", TLS),
          new Denial("cert-file", TLS),
          new Denial("key-file", TLS),
          new Denial("trusted-ca-file", TLS),
          new Denial("client-*", TLS),
          new Denial("auto-tls", TLS),
          new Denial("self-signed-cert-validity", TLS),
          new Denial("tls-*", TLS),
          new Denial("cipher-suites", TLS),
          new Denial(
              "auth-token",
              "use auth.token, whose key is looked at before etcd is started with it"),
          new Denial("config-file", "etcd then ignores every other flag, the agent's own included"),
          new Denial("proxy*", "a proxy is no member"),
          new Denial("enable-v2*", V2),
          new Denial("v2-deprecation", V2),
          new Denial("enable-grpc-gateway", "local tools reach their own etcd through it"),
          new Denial("logger", LOGS),
          new Denial("log-outputs", LOGS),
          new Denial("log-format", LOGS),
          new Denial("enable-log-rotation", LOGS),
          new Denial("log-rotation-config-json", LOGS),
          new Denial("version", "it prints and exits, so that the member never starts"),
          new Denial("help", "it prints and exits, so that the member never starts"),
          new Denial("quota-backend-bytes", "use the field etcd.quota"),
          new Denial("auto-compaction-mode", "use the field etcd.autoCompaction.mode"),
          new Denial("auto-compaction-retention", "use the field etcd.autoCompaction.retention"),
          new Denial("max-request-bytes", "use the field etcd.maxRequest"),
          new Denial("heartbeat-interval", "use the field etcd.heartbeatInterval"),
          new Denial("election-timeout", "use the field etcd.electionTimeout"),
          new Denial("snapshot-count", "use the field etcd.snapshotCount"));

  private DeniedFlags() {}

  /**
   * The refusal of a flag whose name is normalised, experimental or not; empty if it is allowed.
   */
  public static Optional<Denial> find(String normalised) {
    String name = EtcdFlagName.withoutExperimental(normalised);
    return ALL.stream().filter(denial -> denial.matches(name)).findFirst();
  }

  /**
   * One refusal.
   *
   * @param pattern a flag's name, or the beginning of several followed by '*'
   * @param reason why, or what to use
   */
  public record Denial(String pattern, String reason) {
    boolean matches(String name) {
      return pattern.endsWith("*")
          ? name.startsWith(pattern.substring(0, pattern.length() - 1))
          : name.equals(pattern);
    }
  }
}
