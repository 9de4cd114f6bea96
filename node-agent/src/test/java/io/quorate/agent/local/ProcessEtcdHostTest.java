package io.quorate.agent.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.BoltSample;
import io.quorate.agent.port.EtcdHost.Seen;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.Launch;
import io.quorate.model.ClusterName;
import io.quorate.model.Generation;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Endpoints;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The host over a program that tells its arguments and ends, in etcd's place. */
class ProcessEtcdHostTest {
  private static final EtcdVersion VERSION = EtcdVersion.parse("3.5.30").orElseThrow();
  private static final Endpoints OWN =
      new Endpoints("http://10.0.0.1:2380", "http://10.0.0.1:2379");

  @TempDir Path folder;

  @Test
  void aMemberWithTwoPeerUrlsIsTakenAlongWithBoth() throws Exception {
    ProcessEtcdHost host = host(() -> {});
    String all = "i-1=http://10.0.0.1:2380,i-2=http://10.0.0.2:2380,i-2=http://10.1.0.2:2380";

    host.start(launch(all));

    RealEtcd.await("it ends", () -> host.see() instanceof Seen.Exited);
    assertThat(Files.readString(log())).contains("--initial-cluster=" + all + " ");
  }

  @Test
  void anEndThatCannotBeToldFailsWhoLooks() {
    ProcessEtcdHost host =
        host(
            () -> {
              throw new IllegalArgumentException("nobody can be told");
            });
    host.start(launch("i-1=http://10.0.0.1:2380"));

    assertThatThrownBy(() -> RealEtcd.await("it fails", () -> host.see() == null))
        .rootCause()
        .hasMessage("nobody can be told");
  }

  @Test
  void aDatabaseThatEtcdCouldNotReadButTheAgentCanIsNoDamage() throws Exception {
    assertThat(exitOverDatabase(bolt(4096, 0))).isEqualTo(Exit.Cause.FAILED);
  }

  @Test
  void aDatabaseWithItsSecondHeadLeftIsNoDamage() throws Exception {
    assertThat(exitOverDatabase(bolt(65_536, 16_384))).isEqualTo(Exit.Cause.FAILED);
  }

  @Test
  void aDatabaseThatNobodyCanReadIsNoDamage() throws Exception {
    Files.createDirectories(database());
    assertThat(exitOverDatabase(Optional.empty())).isEqualTo(Exit.Cause.FAILED);
  }

  @Test
  void garbageInPlaceOfTheDatabaseIsDamage() throws Exception {
    assertThat(exitOverDatabase(Optional.of(new byte[65_536]))).isEqualTo(Exit.Cause.DATA_DAMAGED);
    assertThat(exitOverDatabase(Optional.of(new byte[7]))).isEqualTo(Exit.Cause.DATA_DAMAGED);
  }

  /** Ten times the same crash: only the file tells. */
  @Test
  void aCrashIsDamageOnlyWhereAPageOfTheDatabaseIsWrong() throws Exception {
    byte[] whole = BoltSample.whole();
    for (String crash : List.of("dbzeroed", "dbsigbus", "dbnoopen")) {
      assertThat(exitOverDatabase(Optional.of(whole), crash).cause()).isEqualTo(Exit.Cause.FAILED);
    }
    Exit exit = exitOverDatabase(Optional.of(BoltSample.zeroed(whole, 4)), "dbzeroed");
    assertThat(exit.cause()).isEqualTo(Exit.Cause.DATA_DAMAGED);
    assertThat(exit.detail())
        .startsWith("the database is damaged: page 4 says that it is page 0; etcd: panic: ");
    assertThat(exitOverDatabase(Optional.of(BoltSample.zeroed(whole, 4)), "port").cause())
        .isEqualTo(Exit.Cause.PORT_TAKEN);
  }

  /** The database is a pipe: its check waits for a writer. */
  @Test
  void othersLookWhileADatabaseIsChecked() throws Exception {
    Files.createDirectories(database().getParent());
    new ProcessBuilder("mkfifo", database().toString()).start().waitFor();
    ProcessEtcdHost host = saying("dbzeroed");
    Seen.Running started = (Seen.Running) host.see();
    RealEtcd.await("it ends", () -> ProcessHandle.of(started.mark().pid()).isEmpty());

    CompletableFuture<Seen> looked = new CompletableFuture<>();
    Thread looks = new Thread(() -> looked.complete(host.see()));
    looks.setDaemon(true);
    looks.start();
    RealEtcd.await("somebody looks", looked::isDone);
    assertThat(looked.join()).as("it may not be started again yet").isEqualTo(started);

    Files.newOutputStream(database()).close();
    RealEtcd.await("it is told", () -> host.see() instanceof Seen.Exited);
    Exit exit = ((Seen.Exited) host.see()).exit();
    assertThat(exit.cause()).isEqualTo(Exit.Cause.FAILED);
    assertThat(exit.detail()).contains("; its database cannot be checked: ");
  }

  /** How it ends when etcd says of this file what it says of one that it could not read. */
  private Exit.Cause exitOverDatabase(Optional<byte[]> database) throws Exception {
    return exitOverDatabase(database, "dbnoread").cause();
  }

  private Exit exitOverDatabase(Optional<byte[]> database, String said) throws Exception {
    Files.createDirectories(database().getParent());
    if (database.isPresent()) {
      Files.write(database(), database.get());
    }
    ProcessEtcdHost host = saying(said);
    RealEtcd.await("it ends", () -> host.see() instanceof Seen.Exited);
    return ((Seen.Exited) host.see()).exit();
  }

  /** Runs a program that says this and ends as Go ends when it panics. */
  private ProcessEtcdHost saying(String said) throws Exception {
    Path words =
        Path.of("src/test/resources/io/quorate/agent/etcd/exits/" + said + ".log").toAbsolutePath();
    Path program = folder.resolve("program");
    Files.writeString(program, "#!/bin/sh\ncat '" + words + "'\nexit 2\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    ProcessEtcdHost host = host(program, () -> {});
    host.start(launch("i-1=http://10.0.0.1:2380"));
    return host;
  }

  private static Optional<byte[]> bolt(int length, int headAt) {
    ByteBuffer file = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    return Optional.of(file.putInt(headAt + 16, 0xED0CDAED).array());
  }

  private Path database() {
    String directory = new FileDataDisk(new DataDirectory(folder)).name(Generation.FIRST, "abc");
    Path path = new FileDataDisk(new DataDirectory(folder)).path(directory);
    return DataDirectory.etcdData(path).resolve("member/snap/db");
  }

  private ProcessEtcdHost host(Runnable onExit) {
    return host(Path.of("/bin/echo"), onExit);
  }

  private ProcessEtcdHost host(Path program, Runnable onExit) {
    FileDataDisk disk = new FileDataDisk(new DataDirectory(folder));
    return new ProcessEtcdHost(program, VERSION, disk, log(), onExit);
  }

  private Path log() {
    return folder.resolve("etcd.log");
  }

  private Launch launch(String initialCluster) {
    ClusterSpec spec = ClusterSpec.defaults(new ClusterName("local"), VERSION);
    String directory = new FileDataDisk(new DataDirectory(folder)).name(Generation.FIRST, "abc");
    return new Launch("i-1", directory, OWN, false, initialCluster, "token", spec.etcd());
  }
}
