package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each end-to-end test either runs in continuous integration or has a line in docs/tests.md that
 * names the test there which holds the same behaviour.
 */
class TestsPageTest {
  private static final Path ROOT = Folders.root();
  private static final String HEADING = "## End-to-end tests of `--everything` only\n";
  private static final Pattern LINE = Pattern.compile("\\| `(\\w+Test(?:\\.\\w+)?)` \\| (.+) \\|");
  private static final Pattern JUDGE = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`");

  @Test
  void everyTestRunsInContinuousIntegrationOrHasALine() throws IOException {
    assertThat(page().keySet())
        .as("docs/tests.md: add or remove lines of what is @EverythingOnly")
        .containsExactlyInAnyOrderElementsOf(everythingOnly());
  }

  @Test
  void everyLineNamesATestThatRunsInContinuousIntegration() throws IOException {
    Map<String, String> sources = sources();
    List<String> later = everythingOnly();
    page()
        .forEach(
            (test, reason) -> {
              List<Matcher> judges = judges(reason);
              assertThat(judges).as("tests that hold %s", test).isNotEmpty();
              for (Matcher judge : judges) {
                assertThat(sources.getOrDefault(judge.group(1), ""))
                    .as("source of %s, which is to hold %s", judge.group(), test)
                    .contains(judge.group(2) == null ? "class " : "void " + judge.group(2) + "(");
                assertThat(later)
                    .as("tests of everything only; %s is to hold %s", judge.group(), test)
                    .doesNotContain(judge.group(1), judge.group(1) + "." + judge.group(2));
              }
            });
  }

  @Test
  void everyClassOfContinuousIntegrationIsInASuiteOrTheProfile() throws IOException {
    String profile = Files.readString(ROOT.resolve("infra/e2e/pom.xml"));
    for (Class<?> test : classes(name -> name.endsWith("Test"))) {
      boolean runs = tests(test).anyMatch(method -> !everythingOnly(test, method));
      long suites = nested().filter(test::equals).count();
      long included = profile.contains("<include>**/" + test.getSimpleName() + ".java<") ? 1 : 0;
      assertThat(suites + included)
          .as("suites and includes of the profile e2e that run %s", test.getSimpleName())
          .isEqualTo(runs ? 1 : 0);
    }
  }

  private static Stream<Class<?>> nested() throws IOException {
    return classes(name -> name.endsWith("Suite")).stream()
        .flatMap(suite -> Arrays.stream(suite.getDeclaredClasses()))
        .map(Class::getSuperclass);
  }

  private static Map<String, String> page() throws IOException {
    Map<String, String> lines = new LinkedHashMap<>();
    String page = Files.readString(ROOT.resolve("docs/tests.md"));
    assertThat(page).contains(HEADING);
    for (String line : page.substring(page.indexOf(HEADING)).lines().toList()) {
      Matcher cells = LINE.matcher(line);
      if (cells.matches()) {
        assertThat(lines.put(cells.group(1), cells.group(2))).as("two lines: %s", line).isNull();
      }
    }
    return lines;
  }

  private static List<Matcher> judges(String reason) {
    List<Matcher> judges = new ArrayList<>();
    Matcher next = JUDGE.matcher(reason);
    while (next.find()) {
      Matcher judge = JUDGE.matcher(next.group());
      assertThat(judge.matches()).isTrue();
      judges.add(judge);
    }
    return judges;
  }

  private static List<String> everythingOnly() throws IOException {
    List<String> names = new ArrayList<>();
    for (Class<?> test : classes(name -> name.endsWith("Test"))) {
      if (test.isAnnotationPresent(EverythingOnly.class)) {
        names.add(test.getSimpleName());
      } else {
        tests(test)
            .filter(method -> everythingOnly(test, method))
            .forEach(method -> names.add(test.getSimpleName() + "." + method.getName()));
      }
    }
    return names;
  }

  private static boolean everythingOnly(Class<?> test, Method method) {
    return test.isAnnotationPresent(EverythingOnly.class)
        || method.isAnnotationPresent(EverythingOnly.class);
  }

  private static Stream<Method> tests(Class<?> test) {
    return Arrays.stream(test.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Test.class));
  }

  private static List<Class<?>> classes(Predicate<String> wanted) throws IOException {
    Path sources = ROOT.resolve("infra/e2e/src/test/java/io/quorate/e2e");
    try (Stream<Path> files = Files.list(sources)) {
      return files
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .filter(wanted)
          .sorted()
          .<Class<?>>map(TestsPageTest::load)
          .toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(TestsPageTest.class.getPackageName() + "." + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The text of every test class of the repository, by its name. */
  private static Map<String, String> sources() throws IOException {
    Path java = Path.of("src/test/java");
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith("Test.java"))
          .filter(file -> ROOT.relativize(file).toString().contains(java.toString()))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  TestsPageTest::text,
                  String::concat));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
