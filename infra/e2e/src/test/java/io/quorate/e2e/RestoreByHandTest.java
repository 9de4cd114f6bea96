package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.Principals;
import io.quorate.snapshot.SnapshotManifest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/runbooks/restore-by-hand.md, in one shell, as they are printed there. */
@EverythingOnly
class RestoreByHandTest extends OneStage {
  private static final String ADDRESS = "127.0.254.9";

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  @Test
  void theCommandsRestoreASnapshotWithoutQuorate(@TempDir Path folder) throws Exception {
    assumeInstalled("aws");
    stage.anyEtcd().put("by-hand/key", "value");
    SnapshotManifest manifest = new Snapshots(stage).take().manifest();
    stage.anyEtcd().put("by-hand/later", "is not in the snapshot");
    Path work = Files.createDirectory(folder.resolve("work"));
    Path out = folder.resolve("out");
    Path directory = folder.resolve("restored");
    try {
      Process shell = shell(script(manifest, directory), work, out);
      boolean ended = shell.waitFor(Stage.SOON.toSeconds(), TimeUnit.SECONDS);
      shell.destroyForcibly();

      assertThat(ended).as(Files.readString(out)).isTrue();
      assertThat(shell.exitValue()).as(Files.readString(out)).isZero();
      assertThat(Files.readString(out))
          .contains(manifest.id() + ".json", "snapshot.db: OK", "by-hand/key");
      Map<String, String> restored = new Etcd("http://" + ADDRESS + ":2379").range("by-hand/");
      assertThat(restored).isEqualTo(Map.of("by-hand/key", "value"));
    } finally {
      stopEtcd(directory);
    }
  }

  /** The lines of the page's code blocks, with the names that a reader fills in. */
  private String script(SnapshotManifest manifest, Path directory) throws IOException {
    StringBuilder script = new StringBuilder("set -euo pipefail\n");
    boolean block = false;
    List<String> page =
        Files.readAllLines(Folders.root().resolve("docs/runbooks/restore-by-hand.md"));
    for (String line : page) {
      if (line.strip().equals("```")) {
        block = !block;
      } else if (block) {
        script.append(line.strip()).append('\n');
      }
    }
    return script
        .toString()
        .replace("BUCKET", stage.deployment.resources().bucket())
        .replace("CLUSTER", stage.name.value())
        .replace("UID", manifest.uid().value())
        .replace("ID.json", manifest.id() + ".json")
        .replace("NODE", "restored")
        .replace("DIR", directory.toString())
        .replace("IP", ADDRESS);
  }

  private Process shell(String script, Path work, Path out) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", script)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile());
    Map<String, String> environment = builder.environment();
    String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
    environment.put("PATH", Folders.etcd() + ":" + path);
    environment.put("AWS_ENDPOINT_URL", stage.deployment.cloud().endpoint().toString());
    environment.put("AWS_DEFAULT_REGION", stage.deployment.cloud().region());
    environment.put("AWS_ACCESS_KEY_ID", Principals.ADMINISTRATOR);
    environment.put("AWS_SECRET_ACCESS_KEY", "local");
    return builder.start();
  }

  /** The etcd that the script left running. */
  private static void stopEtcd(Path directory) {
    ProcessHandle.allProcesses()
        .filter(
            process ->
                process
                    .info()
                    .commandLine()
                    .filter(line -> line.contains("--data-dir " + directory))
                    .isPresent())
        .forEach(
            process -> {
              process.destroyForcibly();
              process.onExit().join();
            });
  }

  private static void assumeInstalled(String program) throws Exception {
    Process probe =
        new ProcessBuilder("sh", "-c", "command -v " + program)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assumeTrue(probe.waitFor() == 0, program + " is not installed here");
  }
}
