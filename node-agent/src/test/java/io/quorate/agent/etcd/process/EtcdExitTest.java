package io.quorate.agent.etcd.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.local.ProcessEtcdHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The logs were written by etcd 3.5.30 when each of these was done to it. */
class EtcdExitTest {
  private static final Path EXITS = Path.of("src/test/resources/io/quorate/agent/etcd/exits");

  @ParameterizedTest
  @CsvSource({
    "bad-flag, 2, BadFlags",
    "bad-election, 1, BadFlags",
    "port, 1, PortInUse",
    "walcrc, 1, CorruptData",
    "walmissing, 1, CorruptData",
    "dbtrunc, 2, CorruptData",
    "dbsum, 2, CorruptData",
    "dbmeta, 2, NoDatabase",
    "dbnoread, 2, NoDatabase",
    "dbnosnap, 2, CorruptData",
    "dbperm, 2, NoPermission",
    "dbzeroed, 2, Crashed",
    "dbsigbus, 2, Crashed",
    "dbfiles, 2, Panicked",
    "dbnoopen, 2, Panicked",
    "dbnolock, 2, Panicked",
    "dbnomap, 2, OutOfMemory",
    "full-start, 2, DiskFull",
    "learner-alone, 2, NoVoter",
    "removed, 0, RemovedFromCluster",
    "removed-restarted, 0, RemovedFromCluster",
    "removed-restarted-fatal, 1, RemovedFromCluster",
    "sigterm, 143, KilledBySignal",
    "badsnap-killed, 137, KilledBySignal"
  })
  void tellsWhyRealEtcdEnded(String log, int code, String expected) throws IOException {
    assertThat(EtcdExit.of(OptionalInt.of(code), logged(log)).getClass().getSimpleName())
        .isEqualTo(expected);
  }

  @Test
  void tellsTheHeadOfAPanicAndNotTheEndOfItsTrace() throws IOException {
    assertThat(EtcdExit.of(OptionalInt.of(2), logged("dbzeroed")).words())
        .isEqualTo("panic: assertion failed: Page expected to be: 5, but self identifies as 0");
    assertThat(EtcdExit.of(OptionalInt.of(2), logged("dbsigbus")).words())
        .startsWith("unexpected fault address 0x")
        .contains("; fatal error: fault; [signal SIGBUS: bus error");
    assertThat(EtcdExit.of(OptionalInt.of(1), logged("port")).words())
        .matches("(discovery failed|[a-z ]+): listen tcp .*: bind: address already in use");
    List<String> signalled =
        List.of("SIGBUS: bus error", "PC=0x4a m=0 sigcode=0", "", "gs     0x0");
    assertThat(EtcdExit.of(OptionalInt.of(2), signalled))
        .isEqualTo(new EtcdExit.Crashed("SIGBUS: bus error; PC=0x4a m=0 sigcode=0"));
  }

  @ParameterizedTest
  @CsvSource({
    "'fatal error: runtime: out of memory', OutOfMemory",
    "'{\"level\":\"fatal\",\"error\":\"mkdir m: read-only file system\"}', ReadOnlyDisk",
    "'{\"level\":\"fatal\",\"error\":\"tls: private key does not match\"}', CertificateUnfit",
    "'{\"level\":\"warn\",\"error\":\"x509: certificate has expired\"}', Unknown"
  })
  void tellsApartWhatIsNoDamage(String line, String expected) {
    assertThat(EtcdExit.of(OptionalInt.of(1), List.of(line)).getClass().getSimpleName())
        .isEqualTo(expected);
  }

  @Test
  void anAdoptedProcessIsClassifiedByItsLogAlone() {
    assertThat(EtcdExit.of(OptionalInt.empty(), List.of("all well")))
        .isEqualTo(new EtcdExit.Unknown(OptionalInt.empty(), "all well"));
  }

  @Test
  void tellsTheExitCodeInWordsWhenNothingElseIsKnown() {
    assertThat(ProcessEtcdHost.exit(EtcdExit.of(OptionalInt.of(2), List.of("flag: -x"))).detail())
        .isEqualTo("exit code 2 flag: -x");
    assertThat(EtcdExit.of(OptionalInt.empty(), List.of()).words()).isEqualTo("exit code unknown");
  }

  @ParameterizedTest
  @CsvSource({"walcrc", "dbtrunc"})
  void aKilledProcessSaysNothingOfItsData(String log) throws IOException {
    assertThat(EtcdExit.of(OptionalInt.of(137), logged(log)))
        .isEqualTo(new EtcdExit.KilledBySignal(9));
  }

  @Test
  void aFaultThatEtcdGotOverIsNotHeldAgainstItsData() throws IOException {
    assertThat(logged("badsnap-killed")).anyMatch(line -> line.contains("snap: crc mismatch"));
    assertThat(EtcdExit.of(OptionalInt.empty(), logged("badsnap-killed")))
        .isInstanceOf(EtcdExit.Unknown.class);
  }

  @Test
  void whatAKeySaysIsNotHeldAgainstTheData() {
    String slow =
        "{\"level\":\"warn\",\"msg\":\"apply request took too long\",\"request\":\"key:"
            + "\\\"panic: \\\"level\\\":\\\"fatal\\\" wal: crc mismatch\\\"\"}";
    assertThat(EtcdExit.of(OptionalInt.empty(), List.of(slow)))
        .isInstanceOf(EtcdExit.Unknown.class);
  }

  @Test
  void whatWasSaidBeforeAnAdoptionIsNotHeldAgainstTheAdopted(@TempDir Path folder)
      throws Exception {
    String corrupt = Files.readString(EXITS.resolve("walcrc.log"));
    Path log = Files.writeString(folder.resolve("etcd.log"), corrupt);
    String argument = "--data-dir=" + folder;
    Process living = new ProcessBuilder("sh", "-c", "read line; exit 0", argument).start();
    ProcessIdentity identity = ProcessIdentity.of(living.pid()).orElseThrow();
    RealEtcd.await("the shell runs", () -> identity.runsWith(argument));
    EtcdProcess adopted = EtcdProcess.adopt(identity, folder, log).orElseThrow();
    try {
      assertThat(adopted.classify(OptionalInt.empty())).isInstanceOf(EtcdExit.Unknown.class);

      Files.writeString(log, corrupt, StandardOpenOption.APPEND);
      assertThat(adopted.classify(OptionalInt.empty())).isInstanceOf(EtcdExit.CorruptData.class);
    } finally {
      living.destroyForcibly();
    }
  }

  @Test
  void aDifferenceFromItsPeersIsNotHeldAgainstItsOwnData() {
    String line =
        "{\"level\":\"fatal\",\"msg\":\"discovery failed\",\"error\":\"8e9e found data inconsistency"
            + " with peers\"}";
    assertThat(EtcdExit.of(OptionalInt.of(1), List.of(line)))
        .isEqualTo(
            new EtcdExit.Panicked("discovery failed: 8e9e found data inconsistency with peers"));
  }

  @Test
  void aCommitPastTheLogIsCorruptData() {
    String line = "panic: tocommit(61) is out of range [lastIndex(4)]. Was the raft log corrupted?";
    assertThat(EtcdExit.of(OptionalInt.of(2), List.of(line)))
        .isEqualTo(new EtcdExit.CorruptData(line));
  }

  @Test
  void exitZeroWithoutAKnownLineIsUnknown() {
    assertThat(EtcdExit.of(OptionalInt.of(0), List.of())).isInstanceOf(EtcdExit.Unknown.class);
  }

  private static List<String> logged(String name) throws IOException {
    return Files.readAllLines(EXITS.resolve(name + ".log"));
  }
}
