package io.quorate.localcloud.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RuntimeClientLibraryTest {
  private static final List<String> JAVA = List.of("java", "-cp", "x", LambdaFunction.MAIN, "h");

  @Test
  @EnabledOnOs(OS.LINUX)
  void eachFunctionLoadsAWholeLibraryOfItsOwn(@TempDir Path one, @TempDir Path other)
      throws IOException {
    Path ofOne = library(RuntimeClientLibrary.privateTo(one, JAVA));
    Path ofOther = library(RuntimeClientLibrary.privateTo(other, JAVA));

    assertThat(ofOne).startsWith(one).hasSameBinaryContentAs(ofOther);
    assertThat(ofOther).startsWith(other).isNotEmptyFile();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatIsUnpackedStaysAsItIs(@TempDir Path folder) throws IOException {
    Path first = library(RuntimeClientLibrary.privateTo(folder, JAVA));
    Object before = Files.readAttributes(first, "unix:ino").get("ino");

    Path second = library(RuntimeClientLibrary.privateTo(folder, JAVA));

    assertThat(Files.readAttributes(second, "unix:ino").get("ino")).isEqualTo(before);
  }

  @Test
  void anotherRuntimeIsStartedAsItIs(@TempDir Path folder) throws IOException {
    List<String> command = List.of("python3", "function.py");

    assertThat(RuntimeClientLibrary.privateTo(folder, command)).isEqualTo(command);
  }

  private static Path library(List<String> command) {
    String flag = "-D" + RuntimeClientLibrary.PROPERTY + "=";
    return command.stream()
        .filter(word -> word.startsWith(flag))
        .map(word -> Path.of(word.substring(flag.length())))
        .findFirst()
        .orElseThrow();
  }
}
