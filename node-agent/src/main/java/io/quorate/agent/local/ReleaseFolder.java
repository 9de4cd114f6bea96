package io.quorate.agent.local;

import io.quorate.agent.disk.DurableFiles;
import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The etcd releases that were prepared on this node, each in a folder of its own. A folder gets its
 * name when all of it is on disk: what has a name is whole.
 */
public final class ReleaseFolder {
  /** The programs that a release consists of. */
  public static final List<String> PROGRAMS = List.of("etcd", "etcdutl");

  private static final String PREFIX = "etcd-";
  private static final String UNFINISHED = ".unfinished-";

  private final Path root;

  /** The releases below this folder, which is made when first needed. */
  public ReleaseFolder(Path root) {
    this.root = root;
  }

  /** The releases that are ready to be run. */
  public Set<EtcdVersion> prepared() {
    if (!Files.isDirectory(root)) {
      return Set.of();
    }
    Set<EtcdVersion> found = new HashSet<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(root, PREFIX + "*")) {
      for (Path folder : folders) {
        version(folder)
            .filter(version -> Files.isExecutable(binary(version)))
            .ifPresent(found::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the releases in " + root, e);
    }
    return Set.copyOf(found);
  }

  private static Optional<EtcdVersion> version(Path folder) {
    return EtcdVersion.parse(folder.getFileName().toString().substring(PREFIX.length()))
        .filter(version -> version.patch().isPresent());
  }

  /** The etcd of a prepared release. */
  public Path binary(EtcdVersion version) {
    return root.resolve(PREFIX + version).resolve("etcd");
  }

  /** Takes the programs of a release from another folder; one that is there already stays. */
  public void take(EtcdVersion version, Path from) throws IOException {
    Path target = root.resolve(PREFIX + version);
    if (prepared().contains(version)) {
      return;
    }
    Path unfinished = root.resolve(UNFINISHED + version);
    DurableFiles.makeFolders(unfinished);
    for (String program : PROGRAMS) {
      Path copy = unfinished.resolve(program);
      Files.copy(from.resolve(program), copy, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
      DurableFiles.sync(copy);
    }
    DurableFiles.sync(unfinished);
    DurableFiles.move(unfinished, target);
  }
}
