package io.quorate.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** On pipes of real processes: the other end of a child's standard input is this process'. */
@EnabledOnOs(OS.LINUX)
class PipeReaderTest {
  @TempDir private Path folder;

  /** The descriptor by which this process writes to the child. */
  private static Path pipeTo(Process child) throws IOException {
    Path read = Path.of("/proc", Long.toString(child.pid()), "fd/0");
    String pipe = Files.readSymbolicLink(read).toString();
    try (var own = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path descriptor : own) {
        if (Files.isSymbolicLink(descriptor)
            && Files.readSymbolicLink(descriptor).toString().equals(pipe)) {
          return descriptor;
        }
      }
    }
    throw new IllegalStateException("no descriptor of " + pipe);
  }

  @Test
  void isGoneOnceItsReaderHasEnded() throws IOException, InterruptedException {
    Process child = new ProcessBuilder("cat").start();
    PipeReader reader = PipeReader.of(pipeTo(child)).orElseThrow();
    assertThat(reader.gone()).isFalse();

    child.destroyForcibly().waitFor();

    assertThat(reader.gone()).isTrue();
  }

  @Test
  void isNotGoneWhileAnotherProcessReadsOn() throws IOException, InterruptedException {
    // The shell ends at once; the sleep that it leaves has the same standard input.
    Process child =
        new ProcessBuilder(
                "sh", "-c", "read line; exec 3<&0; sleep 600 <&3 >&2 & echo $!; read line")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    PipeReader reader = PipeReader.of(pipeTo(child)).orElseThrow();
    child.getOutputStream().write("\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    child.getOutputStream().flush();
    ProcessHandle left =
        ProcessHandle.of(Long.parseLong(child.inputReader().readLine())).orElseThrow();

    child.destroyForcibly().waitFor();

    assertThat(reader.gone()).isFalse();
    left.destroyForcibly();
    left.onExit().join();
    assertThat(reader.gone()).isTrue();
  }

  @Test
  void isNoneWhereTheOutputIsAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "kept");
    Path link = Files.createSymbolicLink(folder.resolve("fd"), file);

    assertThat(PipeReader.of(link)).isEqualTo(Optional.empty());
  }
}
