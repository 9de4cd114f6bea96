package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;

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
  @ParameterizedTest
  @CsvSource({
    "bad-flag, 2, BadFlags",
    "bad-election, 1, BadFlags",
    "port, 1, PortInUse",
    "walcrc, 1, CorruptData",
    "dbtrunc, 2, CorruptData",
    "dbmeta, 2, CorruptData",
    "full-start, 2, DiskFull",
    "removed, 0, RemovedFromCluster",
    "removed-restarted, 0, RemovedFromCluster",
    "removed-restarted-fatal, 1, RemovedFromCluster",
    "sigterm, 143, KilledBySignal"
  })
  void tellsWhyRealEtcdEnded(String log, int code, String expected) throws IOException {
    List<String> lines =
        Files.readAllLines(Path.of("src/test/resources/io/quorate/agent/etcd/exits", log + ".log"));

    assertThat(EtcdExit.of(OptionalInt.of(code), lines).getClass().getSimpleName())
        .isEqualTo(expected);
  }

  @Test
  void anAdoptedProcessIsClassifiedByItsLogAlone() {
    assertThat(EtcdExit.of(OptionalInt.empty(), List.of("all well")))
        .isEqualTo(new EtcdExit.Unknown(OptionalInt.empty(), "all well"));
  }

  @Test
  void whatAnEarlierProcessSaidIsNotHeldAgainstAnAdoptedOne(@TempDir Path folder)
      throws IOException {
    Path exits = Path.of("src/test/resources/io/quorate/agent/etcd/exits");
    String corrupt = Files.readString(exits.resolve("walcrc.log"));
    String running = "{\"level\":\"info\",\"msg\":\"Running: \",\"args\":[\"etcd\"]}\n";
    Path log =
        Files.writeString(folder.resolve("etcd.log"), corrupt + running + "{\"msg\":\"é\"}\n");

    EtcdExit exit = EtcdExit.of(OptionalInt.empty(), EtcdLog.tail(log, EtcdLog.latestStart(log)));
    assertThat(exit).isInstanceOf(EtcdExit.Unknown.class);

    Files.writeString(log, corrupt, StandardOpenOption.APPEND);
    assertThat(EtcdExit.of(OptionalInt.empty(), EtcdLog.tail(log, EtcdLog.latestStart(log))))
        .isInstanceOf(EtcdExit.CorruptData.class);
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
}
