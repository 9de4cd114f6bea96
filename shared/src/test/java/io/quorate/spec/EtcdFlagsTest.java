package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EtcdFlagsTest {
  @Test
  void everyFlagThatEtcdKnowsIsEitherAllowedOrDenied() {
    assertThat(Etcd35Flags.NAMES)
        .allSatisfy(
            flag ->
                assertThat(EtcdFlags.ALLOWED.contains(flag))
                    .as("%s: put it into EtcdFlags.ALLOWED or DeniedFlags.ALL, not both", flag)
                    .isNotEqualTo(DeniedFlags.find(flag).isPresent()));
    assertThat(Etcd35Flags.NAMES).containsAll(EtcdFlags.ALLOWED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "force-new-cluster",
        "--force-new-cluster",
        "-force-new-cluster",
        "FORCE_NEW_CLUSTER",
        "ETCD_FORCE_NEW_CLUSTER",
        "experimental-force-new-cluster",
        "--experimental_force_new_cluster",
        " force-new-cluster "
      })
  void aDeniedFlagIsDeniedHoweverItIsWritten(String written) {
    assertThat(errors(Map.of(written, "true")))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.path()).startsWith("etcd.extraFlags.");
              assertThat(error.problem()).startsWith("refused: it makes a second cluster");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unsafe-no-fsync",
        "strict-reconfig-check",
        "pre-vote",
        "data-dir",
        "wal-dir",
        "name",
        "listen-peer-urls",
        "listen-client-urls",
        "listen-metrics-urls",
        "advertise-client-urls",
        "initial-advertise-peer-urls",
        "initial-cluster",
        "initial-cluster-state",
        "initial-cluster-token",
        "discovery",
        "discovery-srv",
        "cert-file",
        "key-file",
        "trusted-ca-file",
        "client-cert-auth",
        "auto-tls",
        "peer-cert-file",
        "peer-auto-tls",
        "config-file",
        "proxy",
        "proxy-read-timeout",
        "experimental-peer-skip-client-san-verification",
        "experimental-enable-v2v3"
      })
  void whatWouldBreakSafetyIsDenied(String flag) {
    assertThat(errors(Map.of(flag, "x")))
        .singleElement()
        .satisfies(error -> assertThat(error.problem()).startsWith("refused: "));
  }

  @ParameterizedTest
  @CsvSource({
    "quota-backend-bytes, etcd.quota", "max-request-bytes, etcd.maxRequest",
    "heartbeat-interval, etcd.heartbeatInterval", "election-timeout, etcd.electionTimeout",
    "snapshot-count, etcd.snapshotCount", "auto-compaction-mode, etcd.autoCompaction.mode",
    "auto-compaction-retention, etcd.autoCompaction.retention"
  })
  void aFlagThatIsAFieldNamesTheField(String flag, String field) {
    assertThat(errors(Map.of(flag, "1")))
        .extracting(SpecError::problem)
        .containsExactly("refused: use the field " + field);
    assertThat(SpecFields.ALL).extracting(SpecField::path).contains(field);
  }

  @Test
  void allowedFlagsGetTheNameOfTheCommandLine() {
    Map<String, Object> flags =
        Map.of("--initial_corrupt_check", true, "max-txn-ops", 256L, "ETCD_LOG_LEVEL", "warn");

    assertThat(SpecReader.fromTree(tree(flags)).orThrow().etcd().extraFlags())
        .containsExactly(
            Map.entry("experimental-initial-corrupt-check", "true"),
            Map.entry("log-level", "warn"),
            Map.entry("max-txn-ops", "256"));
  }

  @Test
  void aFlagThatEtcdDoesNotKnowIsAnErrorWithTheNearestName() {
    assertThat(errors(Map.of("max-txn-op", "256")))
        .extracting(SpecError::toString)
        .containsExactly(
            "etcd.extraFlags.max-txn-op: \"256\": etcd 3.5 has no such flag and would not start;"
                + " did you mean max-txn-ops?");
  }

  @Test
  void oneFlagWrittenTwoWaysIsGivenTwice() {
    assertThat(errors(Map.of("max-wals", "5", "--max-wals", "5")))
        .extracting(SpecError::problem)
        .containsExactly("the flag max-wals is given twice; keep one of them");
  }

  @Test
  void aValueIsOnePlainLine() {
    assertThat(errors(Map.of("log-level", "warn\n--pre-vote=false"))).hasSize(1);
    assertThat(errors(Map.of("log-level", List.of("warn")))).hasSize(1);
    assertThat(errors(Map.of("host-whitelist", "x".repeat(1025)))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "max-txn-ops, -1",
    "max-wals, 1.5",
    "max-concurrent-streams, 4294967296",
    "enable-pprof, yes",
    "grpc-keepalive-timeout, 20",
    "raft-read-timeout, 1d",
    "log-level, verbose",
    "cors, app.example",
    "experimental-compact-hash-check-time, 0s"
  })
  void aValueThatEtcdWouldNotStartWithIsRefused(String flag, String value) {
    assertThat(errors(Map.of(flag, value)))
        .extracting(SpecError::toString)
        .containsExactly(
            "etcd.extraFlags.%s: \"%s\": expected %s; etcd would not start with it"
                .formatted(flag, value, EtcdFlags.value(flag).allowed()));
  }

  @Test
  void persistedCheckpointsOfLeasesNeedCheckpoints() {
    String persist = "experimental-enable-lease-checkpoint-persist";

    assertThat(errors(Map.of(persist, true)))
        .extracting(SpecError::path)
        .containsExactly("etcd.extraFlags." + persist);
    assertThat(errors(Map.of(persist, true, "enable-lease-checkpoint", "1"))).isEmpty();
    assertThat(errors(Map.of(persist, false))).isEmpty();
  }

  private static List<SpecError> errors(Map<String, Object> flags) {
    return switch (SpecReader.fromTree(tree(flags))) {
      case SpecResult.Valid valid -> List.of();
      case SpecResult.Invalid invalid -> invalid.errors();
    };
  }

  private static Map<String, Object> tree(Map<String, Object> flags) {
    return Map.of("name", "demo", "etcd", Map.of("version", "3.5", "extraFlags", flags));
  }
}
