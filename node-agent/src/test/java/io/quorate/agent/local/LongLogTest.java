package io.quorate.agent.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.port.EtcdHost.Seen;
import io.quorate.agent.port.Exit;
import io.quorate.model.Generation;
import io.quorate.spec.EtcdVersion;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the host does with the log of a process that runs. */
class LongLogTest {
  private static final int MEBIBYTE = 1024 * 1024;
  private static final String LAST_WORDS =
      "{\"level\":\"fatal\",\"msg\":\"failed to open WAL\",\"error\":\"wal: file not found\"}";

  @TempDir Path root;

  @Test
  void aLogThatGrewTooLongIsCutWhileItsProcessRunsWhichIsThenHeard() throws Exception {
    Path log = root.resolve("etcd.log");
    Path aside = root.resolve("etcd.log.1");
    writeLong(log, 17);
    writeLong(aside, 40);
    FileDataDisk disk = new FileDataDisk(new DataDirectory(root));
    String directory = disk.name(Generation.FIRST, "abc");
    ProcessEtcdHost host =
        new ProcessEtcdHost(
            Path.of("etcd"), EtcdVersion.parse("3.5.30").orElseThrow(), disk, log, () -> {});
    Process etcd = writing(log, DataDirectory.etcdData(disk.path(directory)));
    try (OutputStream told = etcd.getOutputStream()) {
      RealEtcd.await("it is adopted", () -> host.adopt(directory, Optional.empty()).isPresent());

      assertThat(host.see()).isInstanceOf(Seen.Running.class);
      assertThat(Files.size(log)).isLessThan(MEBIBYTE);
      assertThat(Files.size(aside)).isBetween(1L * MEBIBYTE, 16L * MEBIBYTE);

      told.write("\n".getBytes(UTF_8));
      told.flush();
      RealEtcd.await("it ended", () -> host.see() instanceof Seen.Exited);
      assertThat(((Seen.Exited) host.see()).exit().cause()).isEqualTo(Exit.Cause.DATA_CORRUPT);
    } finally {
      etcd.destroyForcibly();
    }
  }

  /** etcd says that it lost its leader, long before anybody asks it. */
  @Test
  void aLineInTheLogIsHeardWhileItsProcessRuns() throws Exception {
    Path log = root.resolve("etcd.log");
    Files.createFile(log);
    FileDataDisk disk = new FileDataDisk(new DataDirectory(root));
    String directory = disk.name(Generation.FIRST, "abc");
    AtomicInteger heard = new AtomicInteger();
    ProcessEtcdHost host =
        new ProcessEtcdHost(
            Path.of("etcd"),
            EtcdVersion.parse("3.5.30").orElseThrow(),
            disk,
            log,
            () -> {},
            heard::incrementAndGet,
            Optional.empty());
    Process etcd = writing(log, DataDirectory.etcdData(disk.path(directory)));
    try {
      RealEtcd.await("it is adopted", () -> host.adopt(directory, Optional.empty()).isPresent());
      host.see();
      assertThat(heard).hasValue(0);

      Files.writeString(log, "lost leader\n", StandardOpenOption.APPEND);
      assertThat(host.see()).isInstanceOf(Seen.Running.class);
      assertThat(heard).hasValue(1);
      host.see();
      assertThat(heard).hasValue(1);
    } finally {
      etcd.destroyForcibly();
    }
  }

  /** A process that appends its last words to the log when it is told to. */
  private static Process writing(Path log, Path data) throws Exception {
    return new ProcessBuilder(
            "sh", "-c", "read line; echo '" + LAST_WORDS + "'", "--data-dir=" + data)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private static void writeLong(Path file, int mebibytes) throws Exception {
    byte[] line = new byte[mebibytes * MEBIBYTE];
    Arrays.fill(line, (byte) '.');
    Files.write(file, line);
  }
}
