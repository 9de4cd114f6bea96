package io.quorate.deployment.tour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoundReleasesTest {
  @TempDir private Path folder;

  @Test
  void itGoesThroughEachNewerReleaseAndBack() throws Exception {
    assertThat(path("3.5.30", "3.7.1", "3.6.14"))
        .containsExactly(
            "3.5.30 to 3.6.14", "3.6.14 to 3.7.1", "3.7.1 back to 3.6.14", "3.6.14 back to 3.5.30");
  }

  @Test
  void whatMayNotFollowIsLeftOut() throws Exception {
    assertThat(path("3.5.16", "3.5.30", "3.6.14"))
        .as("from 3.5.16 none of 3.6 follows, from 3.5.30 one does")
        .containsExactly(
            "3.5.16 to 3.5.30",
            "3.5.30 to 3.6.14",
            "3.6.14 back to 3.5.30",
            "3.5.30 back to 3.5.16");
    assertThat(path("3.5.30", "3.7.1")).as("two lines at once").isEmpty();
    assertThat(path("3.5.30", "3.5.16", "3.5.30")).as("not newer").isEmpty();
    assertThat(path("3.5.30", "3.8.0", "3.4.30")).as("not supported").isEmpty();
  }

  @Test
  void whyNoneWasFoundNamesTheVariableAndWhatIsThere() throws Exception {
    assertThat(find(etcd("3.5.30"), "").whyNone())
        .contains("no release of etcd", "3.5.30", "QUORATE_ETCD_DIRS")
        .doesNotContain("only");
    assertThat(find(etcd("3.5.30"), etcd("3.7.1").toString()).whyNone()).contains("only 3.7.1");
  }

  @Test
  void theFirstFolderOfARelease() throws Exception {
    Path first = etcd("3.6.14");
    Path second = Files.createDirectory(folder.resolve("again"));
    Files.copy(first.resolve("etcd"), second.resolve("etcd"));
    second.resolve("etcd").toFile().setExecutable(true);

    FoundReleases found = find(etcd("3.5.30"), first + "::" + second);

    assertThat(found.folder(release("3.6.14"))).contains(first);
    assertThat(found.folder(release("3.5.30"))).isEmpty();
  }

  @Test
  void aFolderWithoutEtcdIsNamedWithTheWayOut() throws Exception {
    Path installed = etcd("3.5.30");

    assertThatThrownBy(() -> find(installed, folder.resolve("nothing").toString()))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("QUORATE_ETCD_DIRS lists", "nothing", "etcd and etcdutl");
  }

  private List<String> path(String installed, String... others) throws IOException {
    StringBuilder folders = new StringBuilder();
    for (String other : others) {
      folders.append(etcd(other)).append(':');
    }
    return find(etcd(installed), folders.toString()).thereAndBack().stream()
        .map(Object::toString)
        .toList();
  }

  private static FoundReleases find(Path installed, String folders) throws IOException {
    return FoundReleases.find(installed, Optional.of(folders));
  }

  /** A folder whose etcd tells this release. */
  private Path etcd(String release) throws IOException {
    Path there = Files.createDirectories(folder.resolve(release));
    Path etcd = there.resolve("etcd");
    Files.writeString(etcd, "#!/bin/sh\necho 'etcd Version: " + release + "'\necho 'Git SHA: 0'\n");
    etcd.toFile().setExecutable(true);
    return there;
  }

  private static EtcdVersion release(String text) {
    return EtcdVersion.parse(text).orElseThrow();
  }
}
