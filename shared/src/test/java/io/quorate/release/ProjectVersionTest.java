package io.quorate.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProjectVersionTest {
  @Test
  void isTheVersionOfTheBuild() throws IOException {
    String version = ProjectVersion.read();

    assertThat(version).matches("[0-9]+[.][0-9]+[.][0-9]+(-[A-Za-z0-9.]+)?");
    assertThat(Files.readString(Path.of("pom.xml"))).contains("<version>" + version + "</version>");
  }
}
