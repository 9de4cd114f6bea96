package io.quorate.tidy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds the repository's sources against its conventions. */
class TidyTest {
  private static final Set<String> FOREIGN =
      Set.of(".git", ".mvn", ".quorate", ".idea", ".terraform", "target", "node_modules");
  private static final Pattern SOURCE =
      Pattern.compile("\\.(java|bash|sh|py|md|xml|yml|yaml|tf|json|properties|service)$|/[^./]+$");
  private static final List<SourceFile> FILES = read(root());

  @ParameterizedTest
  @EnumSource(TidyRule.class)
  void conventionHolds(TidyRule rule) {
    assertThat(FILES.stream().filter(rule::isBrokenBy).map(rule::complaint)).isEmpty();
  }

  @Test
  void mainPackagesRefuseNullByDefault() {
    assertThat(barePackages(FILES))
        .as("packages without a package-info.java that says @NullMarked: add one with a sentence")
        .isEmpty();
  }

  @Test
  void barePackageIsSeen() {
    SourceFile type = new SourceFile("a/src/main/java/x/A.java", "", false);
    SourceFile unmarked =
        new SourceFile("a/src/main/java/x/package-info.java", "package x;", false);
    SourceFile marked =
        new SourceFile("a/src/main/java/x/package-info.java", "@NullMarked package x;", false);
    assertThat(barePackages(List.of(type))).containsExactly("a/src/main/java/x");
    assertThat(barePackages(List.of(type, unmarked))).containsExactly("a/src/main/java/x");
    assertThat(barePackages(List.of(type, marked))).isEmpty();
  }

  /** The folders with main types whose package-info.java is missing or unmarked. */
  private static Set<String> barePackages(List<SourceFile> files) {
    Set<String> marked =
        files.stream()
            .filter(file -> file.path().endsWith("/package-info.java"))
            .filter(file -> file.text().contains("@NullMarked"))
            .map(TidyTest::folder)
            .collect(Collectors.toSet());
    Set<String> bare =
        files.stream()
            .filter(SourceFile::isMainJava)
            .map(TidyTest::folder)
            .collect(Collectors.toCollection(TreeSet::new));
    bare.removeAll(marked);
    return bare;
  }

  @ParameterizedTest
  @CsvSource({
    "NO_SLEEP, shared/A.java, 'Thread~.sleep(5)'",
    "NOTHING_LEFT_OPEN, shared/A.java, '// TO~DO later'",
    "TELLING_NAMES, shared/StoreManager.java, ''",
    "TELLING_NAMES, shared/util/Clock.java, ''",
    "TELLING_NAMES, shared/StoreImpl.java, ''",
    "NO_MOCKS, shared/A.java, 'import static org.~mockito.Mockito.mock;'",
    "SAFE_SCRIPTS, infra/run, '#!/bin/sh'",
    "EXECUTABLE_SCRIPTS, infra/run, '#!/usr/bin/env bash'",
    "NO_MACHINE_PATHS, docs/a.md, '/usr/lib/jvm/~temurin-25'",
    "NO_REGISTRIES, docs/a.md, 'https://repo.~maven.apache.org'",
  })
  void plantedViolationIsSeen(TidyRule rule, String path, String text) {
    assertThat(rule.isBrokenBy(new SourceFile(path, text.replace("~", ""), false))).isTrue();
  }

  @Test
  void longFileIsSeen() {
    assertThat(TidyRule.SHORT_FILES.isBrokenBy(new SourceFile("A.java", "x\n".repeat(401), false)))
        .isTrue();
    assertThat(TidyRule.SHORT_FILES.isBrokenBy(new SourceFile("A.java", "x\n".repeat(400), false)))
        .isFalse();
  }

  @Test
  void repositoryWasFound() {
    assertThat(FILES).extracting(SourceFile::path).contains("infra/test", "infra/tools/find-etcd");
  }

  private static String folder(SourceFile file) {
    return file.path().substring(0, file.path().lastIndexOf('/'));
  }

  /** The folder of the repository. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException(
          "no mvnw above "
              + Path.of("").toAbsolutePath()
              + ": run this test inside the repository");
    }
    return folder;
  }

  private static List<SourceFile> read(Path root) {
    List<SourceFile> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return FOREIGN.contains(folder.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              String path = root.relativize(file).toString().replace('\\', '/');
              if (attributes.isRegularFile() && SOURCE.matcher("/" + path).find()) {
                if (!path.equals("mvnw")) {
                  files.add(
                      new SourceFile(
                          path,
                          new String(Files.readAllBytes(file), UTF_8),
                          Files.isExecutable(file)));
                }
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the sources under " + root, e);
    }
    return List.copyOf(files);
  }
}
