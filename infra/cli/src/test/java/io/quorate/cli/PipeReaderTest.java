package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
class PipeReaderTest {
  @TempDir private Path folder;

  private Path pipe() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  @Test
  void isGoneWhenNobodyReads() throws IOException, InterruptedException {
    Path pipe = pipe();
    PipeReader reader = PipeReader.of(pipe);

    assertThat(Stream.generate(reader::gone).limit(4)).containsExactly(false, false, false, true);

    try (FileInputStream late = new FileInputStream(pipe.toFile())) {
      assertThat(late.read()).isEqualTo(-1);
    }
  }

  @Test
  void isNotGoneWhereTheOutputIsAFile() throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("file"), "kept");
    PipeReader reader = PipeReader.of(file);

    for (int look = 0; look < 4; look++) {
      assertThat(reader.gone()).isFalse();
      for (Thread opening : opening()) {
        opening.join();
      }
    }
    assertThat(file).hasContent("kept");
  }

  private static List<Thread> opening() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(PipeReader.THREAD))
        .toList();
  }
}
