package io.quorate.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedByteTest {
  @TempDir Path folder;

  @Test
  void itsLastByteIsAnotherInEveryCopyAndNothingElseIs() throws IOException {
    Path database = folder.resolve("db");
    Files.writeString(database, "head value-1 value-2 then value-2");

    ChangedByte.change(database, "value-2".getBytes(UTF_8));

    assertThat(database).hasContent("head value-1 value-3 then value-3");
  }

  @Test
  void aDatabaseThatDoesNotHoldItIsNoSuccess() throws IOException {
    Path database = folder.resolve("db");
    Files.writeString(database, "head value-");

    assertThatThrownBy(() -> ChangedByte.change(database, "value-2".getBytes(UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(database + " does not hold the value");
    assertThat(database).hasContent("head value-");
  }
}
