package io.quorate.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The wire forms that are in the repository, for a person to review when one changes. */
final class GoldenFile {
  private static final Path FOLDER = Path.of("src/test/resources/golden");
  private static final String UPDATE = "golden.update";

  private GoldenFile() {}

  /** Holds the tree against its file, and hands back what the file says. */
  static Map<String, Object> matches(String name, Map<String, Object> tree) throws IOException {
    Path file = FOLDER.resolve(name + ".json");
    if (Boolean.getBoolean(UPDATE)) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, JsonTree.pretty(tree));
    }
    assertThat(file).as("no golden file yet: %s", howTo(name)).exists();
    String golden = Files.readString(file);
    assertThat(JsonTree.pretty(tree))
        .as(
            "The wire form of '%s' changed. Records in living tables have the old form: keep it"
                + " readable or raise schemaVersion. %s",
            name, howTo(name))
        .isEqualTo(golden);
    return JsonTree.read(golden, name);
  }

  private static String howTo(String name) {
    return "To write "
        + name
        + ".json anew, then review its diff: mvn -pl shared test -Dtest=WireFormTest -D"
        + UPDATE
        + "=true";
  }
}
