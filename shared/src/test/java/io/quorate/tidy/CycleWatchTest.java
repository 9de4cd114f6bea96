package io.quorate.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each module's {@code PackageCyclesTest} names the root of each of its packages. */
class CycleWatchTest {
  private static final String MAIN = "/src/main/java/";

  @Test
  void everyPackageIsWatchedForCycles() {
    assertThat(unwatched(Repository.files()))
        .as("packages that no PackageCyclesTest of their module imports: add their root to it")
        .isEmpty();
  }

  @Test
  void packageBesideTheWatchedIsSeen() {
    SourceFile type = new SourceFile("a/src/main/java/x/y/A.java", "", false);
    SourceFile beside = new SourceFile("a/src/main/java/x/yz/B.java", "", false);
    SourceFile watch =
        new SourceFile("a/src/test/java/x/layering/PackageCyclesTest.java", "(\"x.y\")", false);
    SourceFile elsewhere =
        new SourceFile("b/src/test/java/x/layering/PackageCyclesTest.java", "(\"x.y\")", false);
    assertThat(unwatched(List.of(type, beside, watch))).containsExactly("a: x.yz");
    assertThat(unwatched(List.of(type, elsewhere))).containsExactly("a: x.y");
  }

  private static Set<String> unwatched(List<SourceFile> files) {
    return files.stream()
        .filter(SourceFile::isMainJava)
        .filter(file -> !isWatched(file, files))
        .map(file -> module(file) + ": " + packageOf(file))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isWatched(SourceFile type, List<SourceFile> files) {
    return files.stream()
        .filter(file -> file.path().startsWith(module(type) + "/src/test/java/"))
        .filter(file -> file.path().endsWith("/PackageCyclesTest.java"))
        .anyMatch(watch -> names(watch, packageOf(type)));
  }

  /** Whether a test names a package or one above it. */
  private static boolean names(SourceFile watch, String folder) {
    for (String root = folder; ; root = root.substring(0, root.lastIndexOf('.'))) {
      if (watch.text().contains('"' + root + '"')) {
        return true;
      }
      if (!root.contains(".")) {
        return false;
      }
    }
  }

  private static String module(SourceFile type) {
    return type.path().substring(0, type.path().indexOf(MAIN));
  }

  private static String packageOf(SourceFile type) {
    String path = type.path();
    return path.substring(path.indexOf(MAIN) + MAIN.length(), path.lastIndexOf('/'))
        .replace('/', '.');
  }
}
