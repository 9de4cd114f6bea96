package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.InstanceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstanceIdentityCacheTest {
  private static final InstanceIdentity SELF =
      new InstanceIdentity(new InstanceId("i-0abc"), "eu-central-1a", "10.0.1.7", "eu-central-1");

  @TempDir Path disk;
  @TempDir Path machine;

  @BeforeEach
  void keep() throws IOException {
    kernel("boot-1");
    memory().keep(SELF);
  }

  @Test
  void isRecalledWhileTheSameKernelRuns() {
    assertThat(memory().recall()).contains(SELF);
  }

  @Test
  void isRecalledAfterABootWhereTheFirmwareNamesTheInstance() throws IOException {
    kernel("boot-2");
    firmware("i-0abc\n");
    assertThat(memory().recall()).contains(SELF);
  }

  @Test
  void isNotRecalledAfterABootOfWhichNobodyTellsTheMachine() throws IOException {
    kernel("boot-2");
    assertThat(memory().recall()).isEmpty();
    firmware("Amazon EC2");
    assertThat(memory().recall()).isEmpty();
  }

  @Test
  void aCopyOfTheDiskIsNotTakenForItsOriginal() throws IOException {
    firmware("i-0def");
    assertThat(memory().recall()).isEmpty();
    kernel("boot-2");
    assertThat(memory().recall()).isEmpty();
  }

  @Test
  void nothingIsRecalledOfAMachineThatTellsNothing() throws IOException {
    Files.delete(machine.resolve("proc/sys/kernel/random/boot_id"));
    memory().keep(SELF);
    assertThat(memory().recall()).isEmpty();
  }

  @Test
  void whatIsNotWholeIsNotRecalled() throws IOException {
    Path kept = disk.resolve("instance");
    List<String> lines = Files.readAllLines(kept);
    Files.write(kept, lines.subList(0, lines.size() - 1));
    assertThat(memory().recall()).isEmpty();
    Files.delete(kept);
    assertThat(memory().recall()).isEmpty();
  }

  private InstanceIdentityCache memory() {
    return new InstanceIdentityCache(disk, machine);
  }

  private void kernel(String bootId) throws IOException {
    write("proc/sys/kernel/random/boot_id", bootId + "\n");
  }

  private void firmware(String assetTag) throws IOException {
    write("sys/devices/virtual/dmi/id/board_asset_tag", assetTag);
  }

  private void write(String file, String text) throws IOException {
    Path path = machine.resolve(file);
    Files.createDirectories(path.resolveSibling(""));
    Files.writeString(path, text);
  }
}
