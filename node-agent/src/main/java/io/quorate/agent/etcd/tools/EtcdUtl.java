package io.quorate.agent.etcd.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.etcd.tools.EtcdToolException.Kind;
import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import io.quorate.codec.UnreadableRecordException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * etcd's offline tool, {@code etcdutl}, which stands beside the etcd binary. It maps the whole file
 * into memory; an interrupt kills it.
 */
public final class EtcdUtl {
  private static final int OUTPUT_MAX = 64 * 1024;
  private static final int TOLD_MAX = 600;
  private static final String UNKNOWN_FLAG = "unknown flag: ";

  /** The first release whose tool knows {@code --bump-revision}. */
  private static final String FIRST_THAT_BUMPS = "3.5.10";

  /** What it says of a file that is no snapshot, or not the one that etcd wrote. */
  private static final List<String> BAD_FILE =
      List.of(
          "expected sha256",
          "snapshot missing hash",
          "file size too small",
          "invalid database",
          "version mismatch",
          "checksum error");

  /** What it says when the machine stands in its way. */
  private static final List<String> OF_MACHINE =
      List.of(
          "out of memory",
          "cannot allocate memory",
          "permission denied",
          "read-only file system",
          "input/output error",
          "too many open files",
          "not empty or could not be read");

  private static final int SIGNALS = 128;

  private final Path binary;
  private final boolean quiet;

  private EtcdUtl(Path binary, boolean quiet) {
    this.binary = binary;
    this.quiet = quiet;
  }

  /** The tool beside this etcd binary; whether it is there shows at the first use. */
  public static EtcdUtl beside(Path etcd) {
    return new EtcdUtl(etcd.resolveSibling("etcdutl"), false);
  }

  /** The same, at the lowest priority and on one processor. */
  public EtcdUtl quiet() {
    return new EtcdUtl(binary, true);
  }

  /**
   * What a snapshot's file holds.
   *
   * @param revision newest revision of its keys
   * @param totalSize bytes of its database
   */
  public record SnapshotStatus(long revision, long totalSize) {}

  /**
   * What a restore makes.
   *
   * @param file the snapshot
   * @param dataDir etcd's data directory; must not be there yet
   * @param name the member's name
   * @param peerUrl the member's peer URL; it is the only member
   * @param token token of the new cluster
   * @param bumpRevision how far revisions are moved on, all before being marked as compacted, so
   *     that old watches end
   * @param skipHashCheck whether the file is a raw database, without the hash that etcd appends
   */
  public record Restore(
      Path file,
      Path dataDir,
      String name,
      String peerUrl,
      String token,
      Optional<Long> bumpRevision,
      boolean skipHashCheck) {
    /** A generation that begins with the snapshot, so many revisions on. */
    public static Restore seed(
        Path file, Path dataDir, String name, String peerUrl, String token, long bumpRevision) {
      return new Restore(file, dataDir, name, peerUrl, token, Optional.of(bumpRevision), false);
    }
  }

  /**
   * Asks what a snapshot's file holds.
   *
   * @throws EtcdToolException when there is no such tool, or it cannot read the file
   */
  public SnapshotStatus status(Path file) throws EtcdToolException, InterruptedException {
    String output = run(List.of("snapshot", "status", file.toString(), "-w", "json"), file);
    String json =
        output
            .lines()
            .filter(line -> line.startsWith("{"))
            .findFirst()
            .orElseThrow(
                () ->
                    new EtcdToolException(
                        Kind.FAILED, binary + " snapshot status gave no JSON: " + told(output)));
    try {
      Tree tree = Tree.of(JsonTree.read(json, binary + " snapshot status"), binary.toString());
      // Of a file without keys it says 0; etcd itself counts from 1.
      long revision = Math.max(1, tree.number("revision"));
      return new SnapshotStatus(revision, tree.number("totalSize"));
    } catch (UnreadableRecordException e) {
      throw new EtcdToolException(Kind.FAILED, e.getMessage() + ": " + told(output), e);
    }
  }

  /**
   * Restores a snapshot into a new data directory of a cluster of one.
   *
   * @throws EtcdToolException when there is no such tool, or it refuses the file
   */
  public void restore(Restore restore) throws EtcdToolException, InterruptedException {
    run(arguments(restore), restore.dataDir());
  }

  /**
   * Has the tool read the arguments of this restore and do nothing. It is as good as the restore
   * for one question, and takes no time: whether this release knows every flag. The file need not
   * be there.
   *
   * @throws EtcdToolException when there is no such tool, or it does not know one of the flags
   */
  public void accepts(Restore restore) throws EtcdToolException, InterruptedException {
    List<String> arguments = arguments(restore);
    arguments.add("--help");
    run(arguments, restore.dataDir());
  }

  private static List<String> arguments(Restore restore) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("snapshot", "restore", restore.file().toString()));
    arguments.add("--data-dir=" + restore.dataDir());
    arguments.add("--name=" + restore.name());
    arguments.add("--initial-cluster=" + restore.name() + "=" + restore.peerUrl());
    arguments.add("--initial-advertise-peer-urls=" + restore.peerUrl());
    arguments.add("--initial-cluster-token=" + restore.token());
    restore
        .bumpRevision()
        .ifPresent(by -> arguments.addAll(List.of("--bump-revision=" + by, "--mark-compacted")));
    if (restore.skipHashCheck()) {
      arguments.add("--skip-hash-check");
    }
    return arguments;
  }

  /** Runs it with its output in a file beside this one, and hands the output back. */
  private String run(List<String> arguments, Path beside)
      throws EtcdToolException, InterruptedException {
    if (!Files.isExecutable(binary)) {
      throw new EtcdToolException(
          Kind.ABSENT,
          binary + " is not there or not executable: install etcdutl beside the etcd binary");
    }
    Path log = beside.resolveSibling(beside.getFileName() + ".etcdutl.log");
    List<String> command = new ArrayList<>();
    command.add(binary.toString());
    command.addAll(arguments);
    try {
      int code = code(ToolCommand.start(command, quiet, log));
      String output = read(log);
      if (code != 0 && output.contains(UNKNOWN_FLAG)) {
        throw new EtcdToolException(Kind.FAILED, tooOld(output, log));
      }
      if (code != 0) {
        throw new EtcdToolException(
            kind(code, output),
            String.join(" ", command) + " exited with " + code + ": " + told(output));
      }
      return output;
    } catch (IOException e) {
      throw new EtcdToolException(Kind.FAILED, "cannot execute " + binary + ": " + e, e);
    } finally {
      delete(log);
    }
  }

  private String tooOld(String output, Path log) throws IOException, InterruptedException {
    code(ToolCommand.start(List.of(binary.toString(), "version"), quiet, log));
    String release = read(log).lines().findFirst().orElse("its release is unknown").strip();
    return binary
        + " ("
        + release
        + ") cannot restore a snapshot for a new generation: "
        + told(output)
        + ". Install etcd "
        + FIRST_THAT_BUMPS
        + " or later with its etcdutl on the nodes";
  }

  private static int code(Process process) throws InterruptedException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static String read(Path log) throws IOException {
    try (InputStream output = Files.newInputStream(log)) {
      return new String(output.readNBytes(OUTPUT_MAX), UTF_8);
    }
  }

  private static void delete(Path log) throws EtcdToolException {
    try {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      throw new EtcdToolException(Kind.FAILED, "cannot delete " + log + ": " + e, e);
    }
  }

  /** A signal ends it with 128 and its number. */
  private static Kind kind(int code, String output) {
    String lower = output.toLowerCase(Locale.ROOT);
    if (lower.contains("no space left")) {
      return Kind.DISK_FULL;
    }
    if (BAD_FILE.stream().anyMatch(lower::contains)) {
      return Kind.BAD_FILE;
    }
    return code > SIGNALS || OF_MACHINE.stream().anyMatch(lower::contains)
        ? Kind.FAILED
        : Kind.GAVE_UP;
  }

  /** Its complaint where it has one, else the beginning of what it said. */
  private static String told(String output) {
    String text =
        output
            .lines()
            .filter(line -> line.startsWith("Error: ") || line.startsWith("panic: "))
            .findFirst()
            .orElse(output.strip());
    return text.length() <= TOLD_MAX ? text : text.substring(0, TOLD_MAX) + "…";
  }
}
