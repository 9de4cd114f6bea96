package io.quorate.tidy;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The names of code that a page mentions. */
final class DocNames {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

  /** {@code run/NodeAgent}, {@code TidyTest.root}; not {@code iam:PassRole}. */
  private static final Pattern TYPE =
      Pattern.compile(
          "(?<![\\w:/-])((?:[\\w-]+/)*)([A-Z][a-z0-9]+[A-Z]\\w*|[A-Z][a-z0-9]+(?=\\.[a-z])|(?<=/)[A-Z][a-z0-9]+)(?:\\.(\\w+))?+(?!\\w)");

  private static final Pattern CAMEL = Pattern.compile("\\b[a-z][a-z0-9]*[A-Z]\\w*");

  /** Not what a reader puts in: {@code --cn APP}, {@code THEIR-IP}. */
  private static final Pattern CAPITALS =
      Pattern.compile("(?<![\\w-]|--[a-z-]{1,20}[ =])[A-Z][A-Z0-9_]+(?![\\w-])");

  private static final Pattern CODE = Pattern.compile("\\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\\b");

  private DocNames() {}

  /** What the page mentions and the code has not. */
  static Set<String> unknown(String page, CodeNames code) {
    Set<String> unknown = new TreeSet<>();
    QUOTED
        .matcher(BLOCK.matcher(page).replaceAll(""))
        .results()
        .map(found -> found.group(1))
        .forEach(
            quoted -> {
              TYPE.matcher(quoted)
                  .results()
                  .map(found -> wrong(found, code))
                  .flatMap(Optional::stream)
                  .forEach(unknown::add);
              addMissing(CAMEL, quoted, code, unknown);
              addMissing(CAPITALS, quoted, code, unknown);
            });
    addMissing(CODE, page, code, unknown);
    return unknown;
  }

  private static Optional<String> wrong(MatchResult found, CodeNames code) {
    String member = found.group(3);
    return code.wrongType(found.group(1), found.group(2), member == null ? "" : member);
  }

  private static void addMissing(Pattern name, String text, CodeNames code, Set<String> unknown) {
    name.matcher(text)
        .results()
        .map(MatchResult::group)
        .filter(word -> !code.hasWord(word))
        .forEach(word -> unknown.add("the code has no " + word));
  }
}
