package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTreeTest {
  @Test
  void aFieldGivenTwiceIsAnErrorBesideTheOthers() {
    assertThat(report("name: demo\nname: other\nsize: 4\netcd: {version: '3.5'}"))
        .isEqualTo(
            """
            name: twice in line 2: keep one of the two lines
            size: "4": expected 1, 3, 5 or 7: an even number tolerates no more failures than the\
             odd one below it""");
  }

  @Test
  void anAliasIsRefusedBeforeItCanMultiply() {
    assertThat(report("a: &a [x, x]\nb: &b [*a, *a]\n"))
        .isEqualTo("(file): an alias in line 2: write the value out; aliases are refused");
  }

  @Test
  void deepNestingIsRefusedWithoutBuildingIt() {
    assertThat(report("a: " + "[".repeat(60_000)))
        .isEqualTo("(file): a nested value in line 1: expected at most 8 levels");
  }

  @Test
  void aLongTextIsRefusedUnread() {
    assertThat(report("#".repeat(64 * 1024 + 1)))
        .isEqualTo("(file): 65537 bytes: expected at most 65536 bytes");
  }

  @Test
  void aSecondDocumentIsRefused() {
    assertThat(report("name: demo\n---\nname: other\n"))
        .isEqualTo("(file): a second document in line 2: expected one cluster a file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing\n", "demo", "- name: demo", "null"})
  void whatIsNoMappingIsRefused(String yaml) {
    assertThat(report(yaml)).startsWith("(file): ").endsWith("one a line");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"name: [", "name: 'demo", "\tname: demo", "a: b: c", "a: \u0001", "%x", "? "})
  void malformedTextIsAnErrorAndNoException(String yaml) {
    assertThat(SpecReader.read(yaml)).isInstanceOf(SpecResult.Invalid.class);
  }

  @Test
  void aMalformedLineIsNamed() {
    assertThat(report("name: demo\netcd: {version: 3.5\n"))
        .startsWith("(file): no YAML in line 3: ");
  }

  private static String report(String yaml) {
    return switch (SpecReader.read(yaml)) {
      case SpecResult.Valid valid -> "valid";
      case SpecResult.Invalid invalid -> invalid.report();
    };
  }
}
