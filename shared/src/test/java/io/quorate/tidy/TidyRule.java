package io.quorate.tidy;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The repository's conventions on single files; each says how to mend a violation. */
@SuppressWarnings("ImmutableEnumChecker") // the predicates keep no state
enum TidyRule {
  SHORT_FILES(
      file -> file.isJava() && file.lines() > 600,
      "has over 600 lines: take out what has a purpose of its own"),
  NO_SLEEP(
      file -> file.isJava() && file.has(words("Thread", "\\.sleep\\(")),
      "sleeps: await the condition with a deadline instead"),
  NOTHING_LEFT_OPEN(
      file -> file.isJava() && file.has(words("\\b(TO", "DO|FIX", "ME)\\b")),
      "leaves a note for later: do it now, or open an issue and delete the note"),
  TELLING_NAMES(
      file -> file.isJava() && Pattern.compile(vagueNames()).matcher(file.path()).find(),
      "has a name that says nothing: name what it does, or the variant (DynamoDbClusterStore)"),
  NO_MOCKS(
      file -> file.isJava() && file.has(words("import static org\\.", "mockito")),
      "imports a mocking library: write a fake and prove it by the port's contract suite"),
  SAFE_SCRIPTS(
      file ->
          file.isScript()
              && !(file.text().startsWith("#!/usr/bin/env bash\n")
                  && file.text().contains("\nset -euo pipefail\n")),
      "is a script: begin with '#!/usr/bin/env bash' and, before any command, 'set -euo pipefail'"),
  EXECUTABLE_SCRIPTS(
      file -> file.isScript() && !file.executable(),
      "is a script: chmod +x it (git update-index --chmod=+x)"),
  NO_MACHINE_PATHS(
      file ->
          file.has(words("/usr/lib/jvm/", "[a-z0-9]|/home/", "[a-z]+/|/work/", "(main|wt|shared)")),
      "names a folder of one machine: find it at run time (infra/tools/find-jdk, find-etcd)"),
  NO_REGISTRIES(
      file -> file.has(words("repo1?\\.maven", "|deb\\.", "debian|archive\\.", "ubuntu\\.com")),
      "names a package registry: leave the choice to the machine's own configuration");

  private final Predicate<SourceFile> violated;
  private final String mend;

  TidyRule(Predicate<SourceFile> violated, String mend) {
    this.violated = violated;
    this.mend = mend;
  }

  boolean isBrokenBy(SourceFile file) {
    return violated.test(file);
  }

  String complaint(SourceFile file) {
    return file.path() + " " + mend + " [" + this + "]";
  }

  /**
   * Joins the parts of a pattern, which are apart so that the rule's own file does not match it.
   */
  private static Pattern words(String... parts) {
    return Pattern.compile(String.join("", parts));
  }

  private static String vagueNames() {
    return "(?i)/(utils?|common)/[^/]*$|(?-i)(Utils?|Common|Manager|Impl)\\.java$";
  }
}
