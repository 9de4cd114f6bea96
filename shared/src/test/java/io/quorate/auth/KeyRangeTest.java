package io.quorate.auth;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyRangeTest {
  private static String bytes(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource({
    "/app/, /app/, true",
    "/app/, /app/x, true",
    "/app/, /app, false",
    "/app/, /app0, false",
    "/app/, /appx, false",
    "ä, ä, true",
    "ä, äx, true",
    "ä, å, false",
    "'', anything, true"
  })
  void aPrefixHoldsWhatBeginsWithIt(String prefix, String key, boolean in) {
    assertThat(KeyRange.prefix(prefix).contains(bytes(key))).isEqualTo(in);
  }

  @ParameterizedTest
  @CsvSource({"a, true", "a0, true", "b, false", "A, false", "az, true"})
  void aRangeEndsBeforeItsEnd(String key, boolean in) {
    assertThat(KeyRange.between("a", "b").contains(bytes(key))).isEqualTo(in);
  }

  @Test
  void oneKeyIsNoOther() {
    assertThat(KeyRange.one("a").contains("a")).isTrue();
    assertThat(KeyRange.one("a").contains("ab")).isFalse();
  }

  @Test
  void aRangeWithoutAnEndHoldsAllFromItsKeyOn() {
    KeyRange range = KeyRange.between("b", KeyRange.NO_END);

    assertThat(range.contains("a")).isFalse();
    assertThat(range.contains("b")).isTrue();
    assertThat(range.contains("zz")).isTrue();
    assertThat(range.isEmpty()).isFalse();
  }

  @Test
  void aPrefixOfLastBytesHasNoEnd() {
    assertThat(KeyRange.of(new byte[] {-1}, new byte[0]).key()).isEqualTo("\u00ff");
    assertThat(KeyRange.prefix("a\u007f").end()).isEqualTo("a\u0080");
    assertThat(KeyRange.prefix("a").end()).isEqualTo("b");
  }

  @ParameterizedTest
  @CsvSource({"b, a, true", "a, a, true", "a, b, false"})
  void aRangeThatEndsWhereItBeginsIsEmpty(String key, String end, boolean empty) {
    assertThat(KeyRange.between(key, end).isEmpty()).isEqualTo(empty);
  }

  @Test
  void saysItAsPeopleDo() {
    assertThat(KeyRange.one("/a")).hasToString("key /a");
    assertThat(KeyRange.prefix("/a/")).hasToString("prefix /a/");
    assertThat(KeyRange.prefix("")).hasToString("all keys");
    assertThat(KeyRange.between("/a", "/c")).hasToString("keys from /a to before /c");
    assertThat(KeyRange.between("/a", KeyRange.NO_END)).hasToString("keys from /a on");
    assertThat(KeyRange.one("a\u0007b")).hasToString("key a?b");
  }
}
