package io.quorate.agent.supervision;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.spec.SpecReader;
import io.quorate.spec.SpecResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A spec may give etcd's flags the values that the real etcd takes, and no others. */
class FlagValuesTest {
  @TempDir Path folder;

  /** With {@code --version} etcd reads all its flags, and starts nothing. */
  @ParameterizedTest
  @CsvSource({
    "max-txn-ops, 128, true",
    "max-txn-ops, 0x10, true",
    "max-txn-ops, 1_000, true",
    "max-txn-ops, 08, false",
    "max-txn-ops, -1, false",
    "max-txn-ops, +1, false",
    "max-txn-ops, 1.5, false",
    "bcrypt-cost, abc, false",
    "max-concurrent-streams, 4294967295, true",
    "max-concurrent-streams, 4294967296, false",
    "max-concurrent-streams, -1, false",
    "backend-batch-limit, -1, true",
    "backend-batch-limit, x, false",
    "enable-pprof, T, true",
    "enable-pprof, False, true",
    "enable-pprof, yes, false",
    "enable-pprof, '', false",
    "raft-read-timeout, 1h30m, true",
    "raft-read-timeout, 1.5s, true",
    "raft-read-timeout, .5s, true",
    "raft-read-timeout, -1s, true",
    "raft-read-timeout, 0, true",
    "raft-read-timeout, 5, false",
    "raft-read-timeout, 1d, false",
    "raft-read-timeout, s, false",
    "raft-read-timeout, '', false",
    "cors, '*', true",
    "cors, 'http://a.example:80,https://[::1]:443', true",
    "cors, 'https://*.example:443', true",
    "cors, http://a.example, false",
    "cors, 'http://a.example:80/path', false",
    "cors, '', false",
    "host-whitelist, 'a,b', true",
    "experimental-snapshot-catchup-entries, -1, false",
    "experimental-memory-mlock, on, false"
  })
  void theSpecAndEtcdAgreeOnAValue(String flag, String value, boolean taken) throws Exception {
    Process etcd = process(Map.of(flag, value), "--version").redirectErrorStream(true).start();

    String words = new String(etcd.getInputStream().readAllBytes(), UTF_8);
    assertThat(etcd.waitFor() == 0).as("etcd: %s", words).isEqualTo(taken);
    assertThat(accepted(Map.of(flag, value))).as("the spec").isEqualTo(taken);
  }

  /** What etcd finds only when it starts. */
  @ParameterizedTest
  @CsvSource({
    "log-level, verbose",
    "experimental-compact-hash-check-time, 0s",
    "experimental-compact-hash-check-time, -1s",
    "experimental-enable-lease-checkpoint-persist, true"
  })
  void whatEtcdEndsWithAtItsStartIsRefused(String flag, String value) throws Exception {
    Process etcd =
        process(Map.of(flag, value), "--data-dir=" + folder.resolve("data"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    try {
      assertThat(etcd.waitFor(30, TimeUnit.SECONDS)).as("etcd ended").isTrue();
      assertThat(etcd.exitValue()).isNotZero();
    } finally {
      etcd.destroyForcibly();
    }
    assertThat(accepted(Map.of(flag, value))).isFalse();
  }

  private static ProcessBuilder process(Map<String, String> flags, String... more) {
    ProcessBuilder builder = new ProcessBuilder(RealEtcd.tool("etcd").toString());
    flags.forEach((flag, value) -> builder.command().add("--" + flag + "=" + value));
    builder.command().addAll(List.of(more));
    return builder;
  }

  private static boolean accepted(Map<String, String> flags) {
    Map<String, Object> spec =
        Map.of("name", "demo", "etcd", Map.of("version", "3.5", "extraFlags", flags));
    return SpecReader.fromTree(spec) instanceof SpecResult.Valid;
  }
}
