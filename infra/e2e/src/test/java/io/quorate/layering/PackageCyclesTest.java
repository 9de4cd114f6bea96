package io.quorate.layering;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The packages of all modules, read once: this module depends on every other. */
@AnalyzeClasses(
    packages = "io.quorate",
    importOptions = {ImportOption.DoNotIncludeTests.class, PackageCyclesTest.NoTestJars.class})
class PackageCyclesTest {
  /** What a module's tests lend to others. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices()
          .matching("io.quorate.(**)")
          .should()
          .beFreeOfCycles()
          .because("a package is read with those it needs: move what two need to a third");

  @ArchTest
  static void everyPackageOfTheRepositoryIsRead(JavaClasses classes) throws IOException {
    Set<String> written = new TreeSet<>();
    for (Path sources : sources()) {
      try (Stream<Path> files = Files.walk(sources)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> !file.endsWith("package-info.java"))
            .map(file -> sources.relativize(file.resolveSibling("")).toString())
            .map(folder -> folder.replace('/', '.'))
            .forEach(written::add);
      }
    }
    assertThat(written).as("packages of %s", sources()).hasSizeGreaterThan(50);
    assertThat(classes.stream().map(JavaClass::getPackageName).collect(Collectors.toSet()))
        .containsAll(written);
  }

  /** Those of each module. */
  private static List<Path> sources() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("mvnw"))) {
      root = Optional.ofNullable(root.getParent()).orElseThrow();
    }
    try (Stream<Path> above = Files.list(root);
        Stream<Path> below = Files.list(root.resolve("infra"))) {
      return Stream.concat(above, below)
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }
}
