package io.quorate.cli.release;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.release.EtcdRelease;
import io.quorate.spec.EtcdVersion;
import io.quorate.store.EtcdReleases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Releases are stored once, their object before their record. */
class ReleaseCommandTest {
  private static final EtcdVersion VERSION = EtcdVersion.parse("3.5.30").orElseThrow();
  private static final String KEY = EtcdRelease.key(VERSION, "linux-amd64");
  private static final int AMD64 = 0x3e;

  @TempDir private Path folder = Path.of("");

  private final Run run = Run.onEmptyStore();

  private String programs(int processor) throws IOException {
    return programs(processor, "3.5.30");
  }

  /** A folder whose etcd is a program for this processor, as far as its head tells. */
  private String programs(int processor, String version) throws IOException {
    byte[] head = new byte[64];
    System.arraycopy(version.getBytes(ISO_8859_1), 0, head, 32, version.length());
    System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F'}, 0, head, 0, 4);
    head[18] = (byte) processor;
    Path programs =
        Files.createDirectories(folder.resolve("programs-" + processor + "-" + version));
    Files.write(programs.resolve("etcd"), head);
    Files.write(programs.resolve("etcdutl"), head);
    return programs.toString();
  }

  private List<EtcdRelease> stored() {
    return new EtcdReleases(run.store()).all();
  }

  private int add(String... more) {
    String[] line = {"release", "add", "etcd", "3.5.30"};
    String[] all = Arrays.copyOf(line, line.length + more.length);
    System.arraycopy(more, 0, all, line.length, more.length);
    return run.quorate(all);
  }

  @Test
  void aFolderIsPackedStoredAndListed() throws IOException {
    assertThat(add("--folder", programs(AMD64))).as(run.err()).isZero();
    assertThat(run.bucket()).containsOnlyKeys(KEY);
    assertThat(stored())
        .singleElement()
        .satisfies(
            release -> {
              assertThat(release.key()).isEqualTo(KEY);
              assertThat(release.hidden()).isFalse();
            });
    assertThat(run.quorate("release", "list")).isZero();
    assertThat(run.out()).contains("etcd 3.5.30", "linux-amd64", "no");
  }

  @Test
  void whatIsStoredIsNotStoredAgain() throws IOException {
    String programs = programs(AMD64);
    add("--folder", programs);
    assertThat(add("--folder", programs)).isEqualTo(CommandExitCode.CONFLICT);
    assertThat(run.err()).contains("is stored already");
  }

  /** An add was cut off between the object and the record. */
  @Test
  void anObjectWithoutARecordIsTakenOnlyWhereItIsTheSame() throws IOException {
    run.bucket().put(KEY, new byte[] {1});
    assertThat(add("--folder", programs(AMD64))).isEqualTo(CommandExitCode.CONFLICT);
    assertThat(run.err()).contains(KEY, "stands in the bucket without a record");
    assertThat(stored()).isEmpty();

    run.bucket().remove(KEY);
    add("--folder", programs(AMD64));
    Path file = Files.write(folder.resolve("again.tar.gz"), run.bucket().get(KEY));
    Run other = Run.onEmptyStore();
    other.bucket().putAll(run.bucket());
    assertThat(other.quorate("release", "add", "etcd", "3.5.30", "--file", file.toString()))
        .as(other.err())
        .isZero();
    assertThat(new EtcdReleases(other.store()).all()).isEqualTo(stored());
  }

  @Test
  void anotherSumThanAskedForIsRefusedAndNothingIsUploaded() throws IOException {
    assertThat(add("--folder", programs(AMD64), "--sha256", "0a".repeat(32)))
        .isEqualTo(CommandExitCode.BAD_INPUT);
    assertThat(run.err()).contains("expected " + "0a".repeat(32));
    assertThat(run.bucket()).isEmpty();
    assertThat(stored()).isEmpty();
  }

  @Test
  void aProgramForAnotherProcessorAndAFolderWithoutEtcdAreRefused() throws IOException {
    assertThat(add("--folder", programs(8))).isEqualTo(CommandExitCode.BAD_INPUT);
    assertThat(run.err()).contains("amd64 or arm64");
    assertThat(add("--folder", Files.createDirectories(folder.resolve("none")).toString()))
        .isEqualTo(CommandExitCode.BAD_INPUT);
    assertThat(run.bucket()).isEmpty();
  }

  /** What is stored can never be replaced, so a slip of the pen must not get that far. */
  @Test
  void anEtcdThatDoesNotNameTheVersionIsRefusedAndNothingIsUploaded() throws IOException {
    assertThat(add("--folder", programs(AMD64, "3.5.16"))).isEqualTo(CommandExitCode.BAD_INPUT);
    assertThat(run.err()).contains("is not 3.5.30");
    assertThat(run.bucket()).isEmpty();
    assertThat(stored()).isEmpty();
  }

  @Test
  void onlyAnExactReleaseOfASupportedLineIsTaken() {
    for (String version : List.of("3.5", "3.8.1", "3.5.2")) {
      assertThat(run.quorate("release", "add", "etcd", version, "--file", "x"))
          .as(version)
          .isEqualTo(CommandExitCode.USAGE);
    }
    assertThat(run.quorate("release", "add", "agent", "3.5.30", "--file", "x"))
        .isEqualTo(CommandExitCode.USAGE);
  }

  @Test
  void aHiddenReleaseIsOfferedToNobodyAndStaysInTheList() throws IOException {
    add("--folder", programs(AMD64));
    assertThat(run.quorate("release", "hide", "etcd", "3.5.30")).isZero();
    assertThat(new EtcdReleases(run.store()).target(VERSION)).isEmpty();
    assertThat(run.quorate("release", "list", "--output", "json")).isZero();
    assertThat(run.out()).contains("\"hidden\" : true");
    assertThat(run.quorate("release", "hide", "etcd", "3.5.31"))
        .isEqualTo(CommandExitCode.BAD_INPUT);
  }
}
