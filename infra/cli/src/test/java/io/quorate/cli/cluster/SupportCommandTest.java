package io.quorate.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.Tree;
import io.quorate.store.Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive has what helps, and no secret, wherever one was planted. */
class SupportCommandTest {
  private static final String PLANTED = "TOPSECRET";
  private static final String KEY_ID = "AKIAIOSFODNN7EXAMPLE";

  @TempDir private Path folder;
  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void cluster() {
    Stored.put(
        run.store(),
        Sample.healthy()
            .journalled(
                Sample.entry(
                    9,
                    "RECORD",
                    "SEEN",
                    "downloaded https://me:" + PLANTED + "@host/x?X-Amz-Signature=" + PLANTED))
            .summary());
    Stored.put(
        run.store(),
        Keys.request(Sample.DEMO, "20260301T120000000Z-fresh"),
        Tree.builder()
            .with("password", PLANTED)
            .with("aws_secret_access_key", PLANTED)
            .with("deep", Tree.builder().with("sessionToken", PLANTED).build())
            .with(
                "texts",
                List.of(
                    "-----BEGIN EC PRIVATE KEY-----\n" + PLANTED + "\n-----END EC PRIVATE KEY-----",
                    "id " + KEY_ID,
                    "Authorization: Bearer " + PLANTED + ".x",
                    "etcdctl --user=root --password=" + PLANTED,
                    "eyJhbGciOiJIUzI1NiJ9." + PLANTED + ".sig",
                    "-----BEGIN PRIVATE KEY-----\n" + PLANTED + " cut off"))
            .build());
  }

  private Map<String, String> archive() throws IOException {
    Path file = folder.resolve("a.zip");
    assertThat(run.quorate("support", "demo", "--out", file.toString())).as(run.err()).isZero();
    Map<String, String> files = new TreeMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        String name = entry.getName();
        files.put(
            name.substring(name.indexOf('/') + 1),
            new String(zip.getInputStream(entry).readAllBytes(), UTF_8));
      }
    }
    return files;
  }

  @Test
  void itHasRecordsJournalConditionsAndVersions() throws IOException {
    Map<String, String> files = archive();

    assertThat(files.keySet())
        .contains(
            "status.txt",
            "status.json",
            "versions.json",
            "command.json",
            "clusters.jsonl",
            "nodes.jsonl",
            "journal.jsonl",
            "journal.txt",
            "explain.txt",
            "NOT-IN-HERE.txt");
    assertThat(files.get("clusters.jsonl"))
        .contains("demo/spec", "demo/lineage", "demo/status", "demo/lease", "demo/request#");
    assertThat(files.get("nodes.jsonl")).contains(Sample.instance(3).value());
    assertThat(files.get("NOT-IN-HERE.txt")).contains("journalctl -u quorate-agent");
  }

  @Test
  void noSecretIsInIt() throws IOException {
    Map<String, String> files = archive();

    assertThat(files)
        .allSatisfy(
            (name, text) ->
                assertThat(text).as(name).doesNotContain(PLANTED).doesNotContain(KEY_ID));
    assertThat(files.get("clusters.jsonl")).contains("(struck out)");
    assertThat(files.get("journal.txt")).contains("downloaded https://(struck out)@host/x");
  }

  @Test
  void onlyItsOwnerReadsItAndNothingIsOverwritten() throws IOException {
    archive();
    Path file = folder.resolve("a.zip");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(run.quorate("support", "demo", "--out", file.toString()))
        .isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("is there already");
  }
}
