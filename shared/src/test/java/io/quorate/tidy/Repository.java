package io.quorate.tidy;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.regex.Pattern;

/** The sources of the repository that the test runs in. */
final class Repository {
  private static final Set<String> FOREIGN =
      Set.of(".git", ".mvn", ".quorate", ".idea", ".terraform", "target", "node_modules");
  private static final Pattern SOURCE =
      Pattern.compile("\\.(java|bash|sh|py|md|xml|yml|yaml|tf|json|properties|service)$|/[^./]+$");

  private Repository() {}

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

  /** Every text that people write. */
  static List<SourceFile> files() {
    Path root = root();
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
