package io.quorate.simulation.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.disk.FileCalls;
import io.quorate.simulation.schedule.SeededRandom;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What power losses leave of files, and of the production code's replacement of one. */
class CachedFilesTest {
  private static final Path FILE = Path.of("/folder/file");
  private static final Path TEMPORARY = Path.of("/folder/file.tmp");

  private final long[] now = new long[1];

  @Test
  void aReplacementIsThereWhenItReturned() throws IOException {
    for (long seed = 0; seed < 100; seed++) {
      CachedFiles files = files();
      DurableFiles.replace(files, FILE, bytes("old"));
      DurableFiles.replace(files, FILE, bytes("newer"));
      files.losePower(new SeededRandom(seed), "power");
      assertThat(text(files)).isEqualTo("newer");
    }
  }

  @Test
  void aReplacementThatIsCutLeavesTheOldOrTheNew() throws IOException {
    Set<String> seen = new HashSet<>();
    for (long seed = 0; seed < 600; seed++) {
      CachedFiles files = files();
      DurableFiles.replace(files, FILE, bytes("old"));
      try {
        DurableFiles.replace(cutAfter(files, seed % 6), FILE, bytes("newer"));
      } catch (IOException e) {
        assertThat(e).hasMessage("cut");
      }
      files.losePower(new SeededRandom(seed), "power");
      seen.add(text(files));
    }
    assertThat(seen).containsExactlyInAnyOrder("old", "newer");
  }

  @Test
  void aNameMayComeBeforeItsContent() throws IOException {
    Set<String> seen = new HashSet<>();
    for (long seed = 0; seed < 600; seed++) {
      CachedFiles files = files();
      write(files, TEMPORARY, "newer", false);
      files.rename(TEMPORARY, FILE);
      files.syncFolder(Path.of("/folder"));
      files.losePower(new SeededRandom(seed), "power");
      seen.add(text(files));
    }
    assertThat(seen).contains("", "newer", "new", "ne\0\0\0").doesNotContain("none");
  }

  @Test
  void aRenameThatWasNotSyncedMayBeUndone() throws IOException {
    Set<String> seen = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      CachedFiles files = files();
      DurableFiles.replace(files, FILE, bytes("old"));
      write(files, TEMPORARY, "newer", true);
      files.rename(TEMPORARY, FILE);
      files.losePower(new SeededRandom(seed), "power");
      seen.add(text(files));
    }
    assertThat(seen).containsExactlyInAnyOrder("old", "newer");
  }

  @Test
  void theKernelWritesWhatIsOld() throws IOException {
    CachedFiles files = files();
    write(files, FILE, "old", false);
    assertThat(text(files.copy())).isEqualTo("none");
    now[0] += CachedFiles.WRITE_BACK_MILLIS;
    assertThat(text(files.copy())).isEqualTo("old");
    files.losePower(new SeededRandom(1), "power");
    assertThat(text(files)).isEqualTo("old");
  }

  private CachedFiles files() {
    return new CachedFiles(() -> now[0]);
  }

  private static void write(CachedFiles files, Path file, String text, boolean synced)
      throws IOException {
    try (FileCalls.Writing writing = files.create(file)) {
      writing.write(bytes(text));
      if (synced) {
        writing.sync();
      }
    }
  }

  /** The same files for so many more calls; then all fail. */
  private static FileCalls cutAfter(FileCalls files, long calls) {
    long[] left = {calls};
    return (FileCalls) cut(files, FileCalls.class, left);
  }

  private static Object cut(Object target, Class<?> type, long[] left) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (!method.getName().equals("close") && left[0]-- <= 0) {
            throw new IOException("cut");
          }
          Object result = method.invoke(target, arguments);
          return result instanceof FileCalls.Writing
              ? cut(result, FileCalls.Writing.class, left)
              : result;
        });
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(CachedFiles files) {
    Optional<byte[]> bytes = files.read(FILE);
    return bytes.map(found -> new String(found, UTF_8)).orElse("none");
  }
}
