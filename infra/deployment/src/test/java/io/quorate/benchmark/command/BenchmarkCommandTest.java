package io.quorate.benchmark.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.benchmark.Benchmark;
import io.quorate.benchmark.Tls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code infra/benchmark upgrade} takes, and what it refuses before it measures. */
class BenchmarkCommandTest {
  @TempDir private Path folder;

  private record Said(int code, String error) {}

  @Test
  void theUpgradeTakesWhatAllTake() {
    CommandLine line = BenchmarkCommand.commandLine();
    line.parseArgs(
        "--root",
        ".",
        "--etcd",
        ".",
        "upgrade",
        "--runs",
        "7",
        "--tls",
        "managed",
        "--output",
        "json");
    Benchmark benchmark = line.getCommand();
    assertThat(benchmark.common().runs(3)).isEqualTo(7);
    assertThat(benchmark.common().tls()).isEqualTo(Tls.managed);
    assertThat(benchmark.common().json()).isTrue();
  }

  @Test
  void withoutAReleaseToUpgradeToItSaysWhatToSet() throws Exception {
    Said none = said("");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.error())
        .contains("3.5.30", "list folders that hold etcd", "newer releases", "QUORATE_ETCD_DIRS");
    assertThat(said(etcd("3.5.16").toString()).error()).contains("only 3.5.16");
  }

  @Test
  void aFolderWithoutEtcdIsNamed() throws Exception {
    Said said = said(folder.resolve("nothing").toString());
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.error()).contains("QUORATE_ETCD_DIRS lists", "nothing", "etcd and etcdutl");
  }

  @Test
  void aReleaseWithoutEtcdctlIsRefusedBeforeItIsNeeded() throws Exception {
    Said said = said(etcd("3.6.14").toString());
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.error()).contains("3.6.14 holds no executable etcdctl", "put");
  }

  private Said said(String folders) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--root", ".", "--etcd"));
    arguments.add(etcd("3.5.30").toString());
    arguments.addAll(List.of("upgrade", "--etcd-dirs", folders));
    ByteArrayOutputStream error = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(error, true, UTF_8));
    try {
      int code = BenchmarkCommand.commandLine().execute(arguments.toArray(String[]::new));
      return new Said(code, error.toString(UTF_8));
    } finally {
      System.setErr(before);
    }
  }

  /** A folder whose etcd tells this release. */
  private Path etcd(String release) throws IOException {
    Path there = Files.createDirectories(folder.resolve(release));
    Path etcd = there.resolve("etcd");
    Files.writeString(etcd, "#!/bin/sh\necho 'etcd Version: " + release + "'\n");
    etcd.toFile().setExecutable(true);
    return there;
  }
}
