package io.quorate.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.cli.RacingStore;
import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplyCommandTest {
  private static final String THREE_LINES = "name: demo\netcd:\n  version: 3.5\n";

  private final Run run = Run.onEmptyStore();

  @Test
  void firstApplyMakesTheClusterAndMintsItsUid() {
    assertThat(run.input(THREE_LINES).quorate("apply", "-f", "-")).isEqualTo(0);
    assertThat(run.out()).isEqualTo("cluster demo: created, uid fresh-uid, spec version 1\n");
  }

  @Test
  void readsAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("cluster.yaml"), THREE_LINES, UTF_8);

    assertThat(run.quorate("apply", "-f", file.toString())).isEqualTo(0);
  }

  @Test
  void missingFileIsNamed() {
    assertThat(run.quorate("apply", "-f", "nowhere.yaml")).isEqualTo(65);
    assertThat(run.err()).contains("nowhere.yaml").contains("expected");
  }

  @Test
  void aFileThatIsNoSpecIsToldInOneLine(@TempDir Path folder) throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.yaml"), " \n");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {'a', (byte) 0xff, 'b'});
    Path nul = Files.write(folder.resolve("nul"), new byte[] {'a', 0, 'b'});

    refuses(folder.toString(), "is a directory");
    refuses(folder.resolve("nowhere.yaml").toString(), "no file '");
    refuses(empty.toString(), "is empty");
    refuses(binary.toString(), "is not text in UTF-8");
    refuses(nul.toString(), "is not text: it has a NUL character");
    refuses("-", "standard input is empty");
  }

  @Test
  void aFileThatMayNotBeReadIsToldInOneLine(@TempDir Path folder) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.yaml"), THREE_LINES);
    Files.setPosixFilePermissions(secret, Set.of());
    assumeThat(Files.isReadable(secret)).as("root reads everything").isFalse();

    refuses(secret.toString(), "permission denied");
  }

  private void refuses(String file, String why) {
    assertThat(run.quorate("apply", "-f", file)).isEqualTo(65);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains(why).contains("docs/configuration.md").doesNotContain("java.");
  }

  @Test
  void theSameAgainChangesNothing() {
    run.input(THREE_LINES).quorate("apply", "-f", "-");

    assertThat(run.quorate("apply", "-f", "-")).isEqualTo(0);
    assertThat(run.out()).startsWith("cluster demo: unchanged");
  }

  @Test
  void showsEachChangedFieldAndWhenItTakesEffect() {
    run.input(THREE_LINES).quorate("apply", "-f", "-");

    assertThat(run.input(THREE_LINES + "  quota: 4GiB\n").quorate("apply", "-f", "-")).isEqualTo(0);
    assertThat(run.out())
        .startsWith("cluster demo: updated, uid fresh-uid, spec version 2\n")
        .contains("  etcd.quota: 2GiB -> 4GiB  [rolled out, one member at a time]\n");
    assertThat(run.hints()).as("who is asked to look at once").containsExactly(Sample.DEMO);
  }

  @Test
  void aControllerThatCannotBeAskedTakesTheChangeUpLater() {
    run.input(THREE_LINES).quorate("apply", "-f", "-");
    run.withoutQueue("no --events-queue is given");

    assertThat(run.input(THREE_LINES + "  quota: 4GiB\n").quorate("apply", "-f", "-")).isEqualTo(0);
    assertThat(run.err()).contains("no --events-queue is given", "within a minute");
  }

  /** Peers that speak TLS and peers that do not form no quorum together. */
  @Test
  void tlsIsNotTurnedOnInALivingCluster() {
    run.input(THREE_LINES).quorate("apply", "-f", "-");

    assertThat(run.input(THREE_LINES + "tls: {mode: managed}\n").quorate("apply", "-f", "-"))
        .isEqualTo(65);
    assertThat(run.err())
        .contains(
            "tls.mode",
            "cannot change after the bootstrap",
            "make a new cluster and copy the data");
    run.quorate("get", "demo");
    assertThat(run.out()).doesNotContain("tls:");
  }

  @Test
  void dryRunWritesNothing() {
    assertThat(run.input(THREE_LINES).quorate("apply", "-f", "-", "--dry-run")).isEqualTo(0);
    assertThat(run.out()).contains("would be created (dry run: nothing was written)");
    assertThat(run.quorate("get", "demo")).isEqualTo(66);
  }

  @Test
  void dryRunShowsTheChange() {
    run.input(THREE_LINES).quorate("apply", "-f", "-");

    run.input(THREE_LINES + "  quota: 4GiB\n").quorate("apply", "--dry-run", "-f", "-");

    assertThat(run.out()).contains("would be updated").contains("etcd.quota: 2GiB -> 4GiB");
    assertThat(run.hints()).isEmpty();
  }

  @Test
  void everyErrorStandsOnItsOwnLine() {
    String wrong = "name: demo\nsize: 4\nsise: 3\netcd:\n  version: 3.5\n";

    assertThat(run.input(wrong).quorate("apply", "-f", "-")).isEqualTo(65);
    assertThat(run.err().lines()).hasSize(2);
    assertThat(run.err()).contains("quorate: size: ").contains("quorate: sise: ");
  }

  @Test
  void refusedChangeTellsTheWayOut() {
    run.input(THREE_LINES).quorate("apply", "-f", "-");

    assertThat(run.input("group: other\n" + THREE_LINES).quorate("apply", "-f", "-")).isEqualTo(65);
    assertThat(run.err()).contains("group: ").contains("put the old value back");
  }

  @Test
  void aGroupOfAnotherClusterIsRefusedDryRunOrNot() {
    run.input(THREE_LINES).quorate("apply", "-f", "-");
    String second = THREE_LINES.replace("demo", "other") + "group: demo\n";

    assertThat(run.input(second).quorate("apply", "--dry-run", "-f", "-")).isEqualTo(65);
    assertThat(run.input(second).quorate("apply", "-f", "-")).isEqualTo(65);

    assertThat(run.err()).contains("group: ").contains("is cluster demo's");
  }

  @Test
  void lostRaceIsAConflictToBeTriedAgain() {
    RacingStore racing = new RacingStore(run.store());
    Run late = new Run(racing);
    run.input(THREE_LINES).quorate("apply", "-f", "-");
    racing.beforeWrite(
        () -> run.input(THREE_LINES + "  quota: 3GiB\n").quorate("apply", "-f", "-"));

    int code = late.input(THREE_LINES + "  quota: 4GiB\n").quorate("apply", "-f", "-");

    assertThat(code).isEqualTo(75);
    assertThat(late.err()).contains("nothing was written").contains("apply again");
  }

  @Test
  void jsonTellsTheChange() {
    run.input(THREE_LINES).quorate("apply", "-f", "-");

    run.input(THREE_LINES + "  quota: 4GiB\n").quorate("apply", "-f", "-", "-o", "json");

    assertThat(run.out())
        .contains("\"result\" : \"updated\"")
        .contains("\"field\" : \"etcd.quota\"")
        .contains("\"version\" : 2");
  }
}
