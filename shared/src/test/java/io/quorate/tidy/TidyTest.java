package io.quorate.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds the repository's sources against its conventions. */
class TidyTest {
  private static final List<SourceFile> FILES = Repository.files();

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

  /**
   * A package that a reader takes in has 30 types at most. Those that have more are to be split,
   * and until then do not grow.
   */
  @Test
  void packagesHaveThirtyTypesAtMost() {
    Map<String, Integer> known =
        Map.of(
            "shared/src/main/java/io/quorate/state", 72,
            "shared/src/main/java/io/quorate/spec", 62,
            "infra/etcd-model/src/main/java/io/quorate/etcdmodel", 51,
            "controller-lambda/src/main/java/io/quorate/controller/decision", 44,
            "infra/cli/src/main/java/io/quorate/cli/render", 34,
            "infra/simulation/src/main/java/io/quorate/simulation/node", 31,
            "infra/local-cloud/src/main/java/io/quorate/localcloud/autoscaling", 31,
            "infra/deployment/src/main/java/io/quorate/benchmark", 31);
    Map<String, Long> sizes = new TreeMap<>();
    FILES.stream()
        .filter(SourceFile::isMainJava)
        .filter(file -> !file.path().endsWith("/package-info.java"))
        .map(TidyTest::folder)
        .forEach(folder -> sizes.merge(folder, 1L, Long::sum));
    sizes.entrySet().removeIf(size -> size.getValue() <= known.getOrDefault(size.getKey(), 30));
    assertThat(sizes).as("packages that are too large, and their types: split them").isEmpty();
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
    assertThat(TidyRule.SHORT_FILES.isBrokenBy(new SourceFile("A.java", "x\n".repeat(601), false)))
        .isTrue();
    assertThat(TidyRule.SHORT_FILES.isBrokenBy(new SourceFile("A.java", "x\n".repeat(600), false)))
        .isFalse();
  }

  @Test
  void repositoryWasFound() {
    assertThat(FILES).extracting(SourceFile::path).contains("infra/test", "infra/tools/find-etcd");
  }

  private static String folder(SourceFile file) {
    return file.path().substring(0, file.path().lastIndexOf('/'));
  }
}
