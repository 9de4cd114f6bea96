package io.quorate.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every class, method, field and code that a page mentions is one that the code has. */
class DocNamesTest {
  private static final List<SourceFile> FILES =
      Repository.files().stream()
          .filter(file -> !file.path().endsWith("/tidy/DocNamesTest.java"))
          .toList();
  private static final CodeNames CODE = new CodeNames(FILES);

  static Stream<String> pages() {
    return FILES.stream()
        .map(SourceFile::path)
        .filter(path -> path.equals("README.md") || path.matches("docs/.*\\.md"));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void aPageMentionsWhatIsThere(String path) {
    SourceFile page =
        FILES.stream().filter(file -> file.path().equals(path)).findFirst().orElseThrow();
    assertThat(DocNames.unknown(page.text(), CODE))
        .as("%s: write the name that the code has now, or the whole of it", path)
        .isEmpty();
  }

  @Test
  void thePagesWereFound() {
    assertThat(pages()).contains("README.md", "docs/invariants.md").hasSizeGreaterThan(30);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the `GoneClass` decides",
        "the `Repository.goneMethod` decides",
        "see `gone/Repository`, but `tidy/Repository`",
        "see `goneField`",
        "answers `GONECODE`",
        "and GONE_CODE in the text"
      })
  void aNameThatIsNotThereIsSeen(String text) {
    assertThat(DocNames.unknown(text, CODE)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the `Repository.files` of `tidy/Repository`, `BoundedCode`",
        "`iam:GoneRight`, `--to=GONE`, `GONE-IP`",
        "```\nGoneClass\n```\nthe end"
      })
  void aNameThatIsThereOrNoneOfTheCodeIsNot(String text) {
    SourceFile code = new SourceFile("a/src/main/java/x/tidy/Repository.java", BOUNDED, false);
    assertThat(DocNames.unknown(text, new CodeNames(List.of(code)))).isEmpty();
  }

  @Test
  void aCommentIsNoCode() {
    assertThat(CODE.hasWord("GoneClass")).isFalse();
    CodeNames names = new CodeNames(List.of(new SourceFile("A.java", BOUNDED, false)));
    assertThat(names.hasWord("OnlyTold")).isFalse();
    assertThat(names.hasWord("BoundedCode")).isTrue();
  }

  private static final String BOUNDED =
      """
      /** Of OnlyTold. */
      class Repository {
        String files = "// BoundedCode"; // OnlyTold
      }
      """;
}
