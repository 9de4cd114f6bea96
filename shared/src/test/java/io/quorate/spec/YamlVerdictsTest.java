package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One verdict for each oddity of YAML: what is taken, and with which fields fault is found. */
class YamlVerdictsTest {
  private static final String GOOD = "name: demo\netcd:\n  version: \"3.5\"\n";

  static Stream<Arguments> oddities() {
    return Stream.of(
        oddity("an anchor that nobody refers to", "name: &n demo\netcd: {version: '3.5'}\n"),
        oddity("an alias", "name: &n demo\ngroup: *n\netcd: {version: '3.5'}\n", "(file)"),
        oddity("a doubled key", "name: demo\nname: demo\netcd: {version: '3.5'}\n", "name"),
        oddity(
            "a doubled key of a section",
            "name: demo\netcd: {version: '3.5', version: '3.5'}\n",
            "etcd.version"),
        oddity("a tab as indent", "name: demo\netcd:\n\tversion: '3.5'\n", "(file)"),
        oddity("a tab before a comment", "name: demo\t# mine\netcd: {version: '3.5'}\n"),
        oddity("CRLF", GOOD.replace("\n", "\r\n")),
        oddity("a byte order mark", "\uFEFF" + GOOD),
        oddity("3.50 unquoted", GOOD.replace("\"3.5\"", "3.50"), "etcd.version"),
        oddity("3.5 unquoted", GOOD.replace("\"3.5\"", "3.5")),
        oddity("two documents", GOOD + "---\n" + GOOD, "(file)"),
        oddity("an end of document", GOOD + "...\n"),
        oddity("a start of document", "---\n" + GOOD),
        oddity("letters beyond ASCII in a comment", "# größe 大小 🙂\n" + GOOD),
        oddity("letters beyond ASCII in a name", GOOD.replace("demo", "größe"), "name"),
        oddity("a number in another base", GOOD + "size: 0x3\n", "size"),
        oddity("a number with an underscore", GOOD + "size: 1_0\n", "size"),
        oddity("a truth value", GOOD + "size: yes\n", "size"),
        oddity("nothing", GOOD + "size:\n", "size"),
        oddity(
            "a merge key",
            "name: demo\netcd:\n  <<: {version: '3.5'}\n",
            "etcd.<<",
            "etcd.version"),
        oddity("a tag", GOOD.replace("demo", "!!str demo")),
        oddity("a megabyte", GOOD + "#".repeat(1 << 20) + "\n", "(file)"));
  }

  private static Arguments oddity(String name, String yaml, String... fields) {
    return Arguments.of(Named.of(name, yaml), List.of(fields));
  }

  @ParameterizedTest
  @MethodSource("oddities")
  void hasOneVerdict(String yaml, List<String> fields) {
    List<String> found =
        switch (SpecReader.read(yaml)) {
          case SpecResult.Valid valid -> List.of();
          case SpecResult.Invalid invalid ->
              invalid.errors().stream().map(SpecError::path).distinct().sorted().toList();
        };

    assertThat(found).isEqualTo(fields);
  }
}
