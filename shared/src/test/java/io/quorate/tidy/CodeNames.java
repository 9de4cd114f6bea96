package io.quorate.tidy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of the code, comments left out, and the types that it declares. */
final class CodeNames {
  private static final Pattern WORD = Pattern.compile("\\w+");
  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)");

  /** A text block, a string, a character, or a comment: whichever begins first. */
  private static final Pattern TEXT_OR_COMMENT =
      Pattern.compile(
          "(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*+\"|'(?:\\\\.|[^'\\\\])'|(?-s)//.*|(?s)/\\*.*?\\*/");

  private final Set<String> words = new HashSet<>();
  private final Map<String, List<SourceFile>> types = new HashMap<>();

  /** The names in these files; pages tell of names, but declare none. */
  CodeNames(List<SourceFile> files) {
    for (SourceFile file : files) {
      if (file.isJava()) {
        SourceFile code = new SourceFile(file.path(), withoutComments(file.text()), false);
        addWords(code.text());
        Matcher declared = TYPE.matcher(code.text());
        while (declared.find()) {
          types.computeIfAbsent(declared.group(1), name -> new ArrayList<>()).add(code);
        }
      } else if (!file.path().endsWith(".md")) {
        addWords(file.text());
      }
    }
  }

  private void addWords(String text) {
    WORD.matcher(text).results().map(word -> word.group()).forEach(words::add);
  }

  private static String withoutComments(String java) {
    return TEXT_OR_COMMENT
        .matcher(java)
        .replaceAll(
            found -> found.group().startsWith("/") ? " " : Matcher.quoteReplacement(found.group()));
  }

  /** Whether the code has the word. */
  boolean hasWord(String word) {
    return words.contains(word);
  }

  /**
   * What is wrong with the name of a type; empty where nothing is.
   *
   * @param folders the end of the path to its file, with a slash at its end, or nothing
   * @param member a word that its file has to have, or nothing
   */
  Optional<String> wrongType(String folders, String name, String member) {
    List<SourceFile> declared = types.getOrDefault(name, List.of());
    if (declared.isEmpty()) {
      return hasWord(name) ? Optional.empty() : Optional.of("the code has no " + name);
    }
    if (declared.stream()
        .noneMatch(file -> ("/" + file.path()).contains("/" + folders) || folders.isEmpty())) {
      return Optional.of(name + " is not in " + folders);
    }
    return member.isEmpty() || declared.stream().anyMatch(file -> has(file, member))
        ? Optional.empty()
        : Optional.of(name + " has no " + member);
  }

  private static boolean has(SourceFile file, String word) {
    return file.has(Pattern.compile("\\b" + word + "\\b"));
  }
}
