package io.quorate.agent.snapshots;

import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.UploadDirectory;
import io.quorate.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Uploads an archived directory to the bucket, as one tar file:
 *
 * <ol>
 *   <li>what stands under the key answers the task: an earlier attempt wrote it, all or nothing;
 *   <li>the archive may hold several directories of that name, put aside one after the other: all
 *       of them go into the file, under the names that they have in the archive;
 *   <li>nothing is written to the disk, and nothing there is changed.
 * </ol>
 */
final class UploadDirectoryProgram {
  private final DataDirectory directories;
  private final TaskFolder folder;

  UploadDirectoryProgram(DataDirectory directories, TaskFolder folder) {
    this.directories = directories;
    this.folder = folder;
  }

  TaskResult run(TaskRun run, UploadDirectory task, SnapshotStore store)
      throws TaskFailedException, IOException {
    if (store.exists(task.key())) {
      return done("an earlier attempt put it there", task);
    }
    List<Path> found = directories.archived(task.directory());
    if (found.isEmpty()) {
      throw new TaskFailedException(
          new TaskResult.Bad("the archive holds no directory " + task.directory()));
    }
    folder.open();
    long about = 0;
    for (Path path : found) {
      about += DirectoryCopy.bytes(path);
    }
    Path archive = Objects.requireNonNull(found.getFirst().getParent());
    List<String> names = found.stream().map(path -> String.valueOf(path.getFileName())).toList();
    try (TarStream tar = TarStream.of(archive, names, folder.resolve("tar.log"))) {
      long bytes = store.upload(task.key(), tar, Transfer.progress(run, "uploading", about));
      return done(bytes + " bytes", task);
    }
  }

  private static TaskResult done(String how, UploadDirectory task) {
    return new TaskResult.Done(how, Map.of("key", task.key()));
  }
}
