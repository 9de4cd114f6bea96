package io.quorate.agent.snapshots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.local.KeptFiles;
import io.quorate.model.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that a trial keeps, and who takes it. */
class TaskFolderTest {
  private static final byte[] TRIED = "a snapshot".getBytes(UTF_8);
  private static final byte[] CHANGED = "a snapshoT".getBytes(UTF_8);
  private static final String SHA_256 = Sha256.of(TRIED);
  private static final Optional<Long> REVISION = Optional.of(7L);

  @TempDir private Path root;
  private TaskFolder folder;
  private Path kept;
  private Path target;

  @BeforeEach
  void keep() throws IOException {
    folder = TaskFolder.at(root.resolve("tasks"));
    kept = root.resolve("tasks/kept/" + SHA_256 + ".db");
    target = root.resolve("target");
    folder.open();
    folder.keep(Files.write(folder.resolve("tried.db"), TRIED), SHA_256, REVISION);
  }

  @Test
  void whoTriedItTakesItOnceAndKnowsItsRevision() throws IOException {
    folder.clean();

    assertThat(folder.take(SHA_256, target)).contains(new KeptFiles.Kept(REVISION));
    assertThat(target).hasBinaryContent(TRIED);
    assertThat(folder.take(SHA_256, target)).as("it is used once").isEmpty();
  }

  @Test
  void whatWasChangedSinceIsNotTaken() throws IOException {
    Files.write(kept, CHANGED);
    Files.setLastModifiedTime(kept, FileTime.fromMillis(1));

    assertThat(folder.take(SHA_256, target)).isEmpty();
    assertThat(target).doesNotExist();
    assertThat(kept).doesNotExist();
  }

  @Test
  void anotherFileOfTheSameNameSizeAndTimeIsNotTaken() throws IOException {
    FileTime time = Files.getLastModifiedTime(kept);
    Path other = Files.write(root.resolve("other"), CHANGED);
    Files.setLastModifiedTime(other, time);
    Files.delete(kept);
    Files.move(other, kept);

    assertThat(folder.take(SHA_256, target)).isEmpty();
  }

  @Test
  void theNextProcessHashesItAgainAndKnowsNoRevision() throws IOException {
    TaskFolder next = TaskFolder.at(root.resolve("tasks"));

    assertThat(next.take(SHA_256, target)).contains(new KeptFiles.Kept(Optional.empty()));
  }

  /** A power cut may leave a file of the right name without its content. */
  @Test
  void theNextProcessTakesNoOtherContent() throws IOException {
    Files.write(kept, CHANGED);

    assertThat(TaskFolder.at(root.resolve("tasks")).take(SHA_256, target)).isEmpty();
    assertThat(target).doesNotExist();
  }

  @Test
  void anotherFilesHashTakesNothing() throws IOException {
    assertThat(folder.take(Sha256.of(CHANGED), target)).isEmpty();
    assertThat(kept).exists();
  }
}
