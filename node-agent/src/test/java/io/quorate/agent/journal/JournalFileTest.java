package io.quorate.agent.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.agent.journal.JournalContent.Absent;
import io.quorate.agent.journal.JournalContent.Corrupt;
import io.quorate.agent.journal.JournalContent.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFileTest {
  @TempDir Path folder;

  @Test
  void readsBackWhatWasReplacedLast() throws IOException {
    try (JournalFile journal = JournalFile.open(folder.resolve("deep/er"))) {
      assertThat(journal.read()).isEqualTo(new Absent());
      journal.replace("{\"a\":1}".getBytes(UTF_8));
      journal.replace("{\"a\":2}".getBytes(UTF_8));
      assertThat(text(journal)).isEqualTo("{\"a\":2}");
    }
  }

  @Test
  void aTornOrChangedFileIsNotTakenForAnAbsentOne() throws IOException {
    try (JournalFile journal = JournalFile.open(folder)) {
      journal.replace("{\"a\":1}".getBytes(UTF_8));
      Path file = folder.resolve("journal.json");
      String whole = Files.readString(file);
      for (int length = 0; length < whole.length(); length++) {
        Files.writeString(file, whole.substring(0, length));
        assertThat(journal.read()).as("cut to %s", length).isInstanceOf(Corrupt.class);
      }
      Files.writeString(file, whole.replace("1}", "2}"));
      assertThat(journal.read()).isInstanceOf(Corrupt.class);
    }
  }

  @Test
  void admitsOneAgentAtATime() throws IOException {
    try (JournalFile journal = JournalFile.open(folder)) {
      assertThat(journal.read()).isEqualTo(new Absent());
      assertThatThrownBy(() -> JournalFile.open(folder))
          .isInstanceOf(JournalLockedException.class)
          .hasMessageContaining("another agent");
    }
    JournalFile.open(folder).close();
  }

  @Test
  void aClosedJournalWritesNoMore() throws IOException {
    JournalFile journal = JournalFile.open(folder);
    journal.close();
    assertThatThrownBy(() -> journal.replace(new byte[1])).hasMessageContaining("closed");
  }

  @Test
  void aFullDiskLeavesTheOldDocument() throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small.toString()),
        "a tmpfs needs root");
    try (JournalFile journal = JournalFile.open(small)) {
      journal.replace("{\"a\":1}".getBytes(UTF_8));
      assertThatThrownBy(() -> journal.replace(new byte[1024 * 1024]))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("No space left");
      assertThat(text(journal)).isEqualTo("{\"a\":1}");
      journal.replace("{\"a\":2}".getBytes(UTF_8));
      assertThat(text(journal)).isEqualTo("{\"a\":2}");
    } finally {
      run("umount", small.toString());
    }
  }

  private static String text(JournalFile journal) throws IOException {
    return new String(((Document) journal.read()).json(), UTF_8);
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }

  @Test
  void aJournalThatCannotBeReadIsNotTakenForAnAbsentOne() throws IOException {
    try (JournalFile journal = JournalFile.open(folder)) {
      Path file = folder.resolve("journal.json");
      Files.createSymbolicLink(file, file);
      assertThatThrownBy(journal::read).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aJournalInAFolderThatTookThePlaceOfTheLockedOneIsNotWritten() throws IOException {
    Path disk = folder.resolve("disk");
    Path below = folder.resolve("below");
    try (JournalFile journal = JournalFile.open(disk)) {
      journal.replace("{\"a\":1}".getBytes(UTF_8));
      Files.move(disk, below);
      Files.createDirectory(disk);
      Files.writeString(disk.resolve("journal.json"), "the real one");

      assertThatThrownBy(() -> journal.replace("{\"a\":2}".getBytes(UTF_8)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("mounted over");
      assertThat(disk.resolve("journal.json")).hasContent("the real one");
    }
  }

  @Test
  void aJournalWhoseLockIsAnotherFileByNowIsNotWritten() throws IOException {
    try (JournalFile journal = JournalFile.open(folder)) {
      Files.move(folder.resolve("journal.lock"), folder.resolve("held"));
      Files.createFile(folder.resolve("journal.lock"));
      assertThatThrownBy(() -> journal.replace(new byte[1]))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
