package io.quorate.cli.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.release.EtcdRelease;
import io.quorate.release.ReleaseArchive;
import io.quorate.spec.EtcdVersion;
import io.quorate.store.EtcdReleases;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A plan tells the releases between what members run and another one, and changes nothing. */
class UpgradePlanCommandTest {
  private final Run run = Run.onEmptyStore();

  /** Members that run 3.5.30, and releases in the bucket. */
  private void stored(String... releases) {
    Stored.put(run.store(), Sample.healthy().summary());
    for (String release : releases) {
      new EtcdReleases(run.store())
          .add(
              new EtcdRelease(
                  EtcdVersion.parse(release).orElseThrow(),
                  new ReleaseArchive("linux-amd64", "0a".repeat(32), 7),
                  "alice",
                  Sample.NOW,
                  false));
    }
  }

  private String plan(String version, String... more) {
    String[] line = {"upgrade", "plan", "demo", version};
    String[] all = Arrays.copyOf(line, line.length + more.length);
    System.arraycopy(more, 0, all, line.length, more.length);
    assertThat(run.quorate(all)).as(run.err()).isZero();
    return run.out();
  }

  @Test
  void namesEachReleaseOnTheWay() {
    stored("3.6.0", "3.6.14", "3.7.1");
    assertThat(plan("3.7.1").lines().map(line -> line.replaceAll(" +", " ").strip()))
        .containsExactly(
            "cluster demo: from etcd 3.5.30 to 3.7.1",
            "STEP RELEASE LINE STORED FOR KNOWN FAULTS",
            "1 3.6.14 changes linux-amd64 -",
            "2 3.7.1 changes linux-amd64 -",
            "apply each version once the one before is over: quorate upgrade status demo");
  }

  @Test
  void saysWhatIsToBeStoredAndWhatIsKnownAgainstIt() {
    stored();
    assertThat(plan("3.5.16"))
        .contains("not stored", "defragmentation", "quorate release add etcd 3.5.16 --file FILE");
    assertThat(plan("3.6.14", "--output", "json"))
        .contains("\"version\" : \"3.6.14\"", "\"lineChanges\" : true", "\"platforms\" : [ ]");
  }

  @Test
  void whereNothingStandsBetweenTheLinesThereIsNoWay() {
    stored("3.5.33", "3.7.1");
    assertThat(run.quorate("upgrade", "plan", "demo", "3.7.1"))
        .isEqualTo(CommandExitCode.BAD_INPUT);
    assertThat(run.err())
        .contains("no way from etcd 3.5.30 to 3.7.1", "one release line at a time");
  }

  @Test
  void aMemberThatRunsItHasNothingToChange() {
    stored();
    assertThat(plan("3.5.30")).contains("every member runs it");
  }

  @Test
  void aVersionThatQuorateDoesNotRunIsRefused() {
    stored();
    assertThat(run.quorate("upgrade", "plan", "demo", "3.8.0")).isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("3.8.0", "3.5 from 3.5.3 on, 3.6 or 3.7");
  }
}
