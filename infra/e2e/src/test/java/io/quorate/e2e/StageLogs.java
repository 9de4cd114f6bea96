package io.quorate.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a stage leaves behind for a reader: logs and journals, without tables, disks or snapshots.
 */
final class StageLogs {
  private static final String TESTS = StageLogs.class.getPackageName() + ".";
  private static final Pattern TEST_CLASS = Pattern.compile("(Test|Suite)$");
  private static final long LARGEST_BYTES = 8_000_000;

  private StageLogs() {}

  /** Where the running test's logs go: {@code infra/e2e/target/stages/<class>.<method>}. */
  static Path folder(Path root) {
    String test =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .filter(frame -> frame.getClassName().startsWith(TESTS))
                        .filter(frame -> TEST_CLASS.matcher(frame.getClassName()).find())
                        .map(
                            frame ->
                                frame.getClassName().substring(TESTS.length())
                                    + "."
                                    + frame.getMethodName())
                        .reduce((inner, outer) -> outer))
            .orElse("unnamed");
    return root.resolve("infra/e2e/target/stages").resolve(test);
  }

  /** Copies the logs and journals of a stage's home. */
  static void keep(Path home, Path to) throws IOException {
    List<Path> logs;
    try (Stream<Path> walk = Files.walk(home)) {
      logs = walk.filter(StageLogs::worthKeeping).toList();
    }
    for (Path log : logs) {
      Path target = to.resolve(home.relativize(log));
      Files.createDirectories(target.getParent());
      Files.copy(log, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static boolean worthKeeping(Path path) {
    String name = path.getFileName().toString();
    return (name.endsWith(".log") || name.endsWith(".json"))
        && Files.isRegularFile(path)
        && path.toFile().length() <= LARGEST_BYTES;
  }
}
