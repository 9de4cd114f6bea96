package io.quorate.cli.release;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.model.Sha256;
import io.quorate.release.ReleaseArchive;
import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The archive of a release on this machine, made of a folder or given as a file. Its platform is
 * read from its etcd, which need not run here.
 */
final class ReleaseArchiveFile implements AutoCloseable {
  private static final List<String> PROGRAMS = List.of("etcd", "etcdctl", "etcdutl");
  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
  private static final int HEAD = 20;
  private static final int MACHINE = 18;
  private static final int AMD64 = 0x3e;
  private static final int ARM64 = 0xb7;
  private static final int DEPTH = 3;

  private final Path work;
  private final Path file;

  private ReleaseArchiveFile(Path work, Path file) {
    this.work = work;
    this.file = file;
  }

  /** The archive that is there. */
  static ReleaseArchiveFile of(Path file) throws IOException {
    return new ReleaseArchiveFile(Files.createTempDirectory("quorate-release"), file);
  }

  /** Packs the programs of a folder. */
  static ReleaseArchiveFile packing(Path folder) throws IOException {
    Path work = Files.createTempDirectory("quorate-release");
    ReleaseArchiveFile packed = new ReleaseArchiveFile(work, work.resolve("release.tar.gz"));
    List<String> command =
        new ArrayList<>(
            List.of("tar", "-chzf", packed.file.toString(), "-C", folder.toString(), "--"));
    PROGRAMS.stream()
        .filter(program -> Files.isRegularFile(folder.resolve(program)))
        .forEach(command::add);
    try {
      packed.tar(command);
      return packed;
    } catch (IOException | CommandFailure e) {
      packed.close();
      throw e;
    }
  }

  Path file() {
    return file;
  }

  /**
   * Its platform, sum and size.
   *
   * @param version what it is stored as; what is stored stays, so an etcd that does not name this
   *     version anywhere is refused here already
   */
  ReleaseArchive facts(EtcdVersion version) throws IOException {
    Path unpacked = Files.createDirectories(work.resolve("unpacked"));
    tar(List.of("tar", "-xzf", file.toString(), "-C", unpacked.toString()));
    String sha256;
    try (InputStream bytes = Files.newInputStream(file)) {
      sha256 = Sha256.of(bytes);
    }
    Path etcd = etcd(unpacked);
    ReleaseArchive facts = new ReleaseArchive(platform(etcd), sha256, Files.size(file));
    if (!Files.readString(etcd, ISO_8859_1).contains(version.toString())) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          "the archive's etcd is not "
              + version
              + ": its program does not name that version. Nothing was stored; pass the archive of "
              + version
              + ", or the version that its etcd says with --version");
    }
    return facts;
  }

  private static Path etcd(Path unpacked) throws IOException {
    try (Stream<Path> paths = Files.walk(unpacked, DEPTH)) {
      return paths
          .filter(path -> path.endsWith("etcd") && Files.isRegularFile(path))
          .filter(path -> Files.isRegularFile(path.resolveSibling("etcdutl")))
          .findFirst()
          .orElseThrow(
              () ->
                  new CommandFailure(
                      CommandExitCode.BAD_INPUT,
                      "the archive holds no etcd with an etcdutl beside it: expected a release as"
                          + " etcd's own etcd-vX.Y.Z-linux-amd64.tar.gz"));
    }
  }

  private static String platform(Path etcd) throws IOException {
    byte[] head;
    try (InputStream bytes = Files.newInputStream(etcd)) {
      head = bytes.readNBytes(HEAD);
    }
    boolean elf = head.length == HEAD && ByteBuffer.wrap(head, 0, 4).equals(ByteBuffer.wrap(ELF));
    int machine =
        elf ? ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getShort(MACHINE) & 0xffff : 0;
    return switch (machine) {
      case AMD64 -> "linux-amd64";
      case ARM64 -> "linux-arm64";
      default ->
          throw new CommandFailure(
              CommandExitCode.BAD_INPUT,
              "the archive's etcd is no program for Linux on amd64 or arm64, which nodes run");
    };
  }

  private void tar(List<String> command) throws IOException {
    Path words = work.resolve("tar.log");
    Process tar =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(words.toFile())
            .start();
    try {
      if (tar.waitFor() != 0) {
        throw new CommandFailure(
            CommandExitCode.BAD_INPUT,
            "'" + String.join(" ", command) + "' failed: " + Files.readString(words).strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while tar ran", e);
    } finally {
      tar.destroyForcibly();
    }
  }

  @Override
  public void close() throws IOException {
    Files.walkFileTree(
        work,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(path);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
