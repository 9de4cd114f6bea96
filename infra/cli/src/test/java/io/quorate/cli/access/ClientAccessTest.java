package io.quorate.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Shell;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.Codecs;
import io.quorate.codec.JsonTree;
import io.quorate.spec.SpecReader;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.DnsRecords;
import io.quorate.state.Phase;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a client is told where a cluster is: endpoints and env. */
class ClientAccessTest {
  private static final String ALL =
      "http://10.0.1.17:2379,http://10.0.2.17:2379,http://10.0.3.17:2379";

  @TempDir private Path folder;

  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void cluster() {
    Stored.put(run.store(), Sample.healthy().summary());
  }

  private void store(String yaml) {
    SpecRecord spec =
        new SpecRecord(SpecReader.read(yaml).orThrow(), Sample.UID, 2, Sample.NOW, "alice");
    Stored.put(run.store(), Keys.spec(Sample.DEMO), Codecs.SPEC.write(spec));
  }

  @Test
  void endpointsAreThoseOfTheMembersThatServe() {
    assertThat(run.quorate("endpoints", "demo")).isZero();
    assertThat(run.out()).isEqualTo(ALL + "\n");

    Stored.put(run.store(), Sample.healthy().node(Sample.stopped(2, DataState.INTACT)).summary());
    run.quorate("endpoints", "demo", "-o", "json");
    assertThat(JsonTree.read(run.out(), "out").get("endpoints"))
        .isEqualTo(List.of("http://10.0.1.17:2379", "http://10.0.3.17:2379"));
  }

  @Test
  void withoutAServingMemberThereIsNone() {
    Sample down = Sample.healthy();
    for (int n = 1; n <= 3; n++) {
      down.node(Sample.stopped(n, DataState.INTACT));
    }
    Stored.put(run.store(), down.summary());

    assertThat(run.quorate("endpoints", "demo")).isEqualTo(CommandExitCode.NOT_HEALTHY);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("no member of 'demo' is seen to serve");
    assertThat(run.quorate("env", "demo")).isEqualTo(CommandExitCode.NOT_HEALTHY);
  }

  private static Status telling(int port, Condition... conditions) {
    return Status.initial()
        .showing(Phase.HEALTHY, List.of(conditions))
        .withDns(
            Optional.of(
                DnsRecords.unread("Z1", "demo.etcd.internal")
                    .compared(
                        "mark",
                        Map.of(Sample.instance(1), "https://10.0.1.17:" + port),
                        Sample.NOW)));
  }

  private void named(String tls) {
    store(
        "name: demo\netcd: {version: 3.5}\n" + tls + "dns: {zone: Z1, name: demo.etcd.internal}\n");
  }

  @Test
  void theNameThatStaysIsPrintedAsAUrlOrAsADomain() {
    Stored.put(run.store(), Sample.healthy().status(telling(12379)).summary());
    named("tls: {mode: managed}\n");

    assertThat(run.quorate("endpoints", "demo", "--dns")).isZero();
    assertThat(run.out()).isEqualTo("https://demo.etcd.internal:12379\n");
    assertThat(run.err()).isEmpty();
    run.quorate("endpoints", "demo", "--srv");
    assertThat(run.out()).isEqualTo("demo.etcd.internal\n");
    run.quorate("endpoints", "demo", "--now");
    assertThat(run.out()).isEqualTo(ALL + "\n");
    run.quorate("endpoints", "demo", "--dns", "-o", "json");
    assertThat(JsonTree.read(run.out(), "out"))
        .containsEntry("endpoints", List.of("https://demo.etcd.internal:12379"))
        .containsEntry("discoverySrv", "demo.etcd.internal");
    assertThat(run.quorate("endpoints", "demo", "--dns", "--now")).isEqualTo(CommandExitCode.USAGE);
  }

  @Test
  void aNameWhoseRecordsFailIsPrintedWithWhy() {
    named("");
    run.quorate("endpoints", "demo", "--dns");
    assertThat(run.out()).isEqualTo("http://demo.etcd.internal:2379\n");
    assertThat(run.err()).contains("demo.etcd.internal has no records yet");

    Stored.put(
        run.store(),
        Sample.healthy()
            .status(telling(2379, Sample.condition(Condition.Type.DNS_LATE, "late by 2 min")))
            .summary());
    named("");
    assertThat(run.quorate("endpoints", "demo", "--dns")).isZero();
    assertThat(run.err()).contains("DNS_LATE: late by 2 min");
  }

  @Test
  void aClusterWithoutANameHasNone() {
    assertThat(run.quorate("endpoints", "demo", "--srv")).isEqualTo(CommandExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("its spec has no dns section", "use the members' URLs: quorate endpoints demo");
  }

  @Test
  void envIsWhatAShellEvaluates() throws Exception {
    Path odd = Files.createDirectory(folder.resolve("it's $(touch hacked)"));
    for (String name : new String[] {"me.key", "me.pem", "me-ca.pem"}) {
      Files.createFile(odd.resolve(name));
    }

    assertThat(run.quorate("env", "demo", "--cn", "me", "--dir", odd.toString())).isZero();

    String printed =
        Shell.said(
            folder,
            run.out()
                + "printf '%s\\n' \"$ETCDCTL_ENDPOINTS\" \"$ETCDCTL_KEY\" \"$ETCDCTL_CACERT\"");
    assertThat(printed.lines())
        .containsExactly(
            ALL, odd.resolve("me.key").toString(), odd.resolve("me-ca.pem").toString());
    assertThat(folder.resolve("hacked")).doesNotExist();
  }

  @Test
  void envSaysHowToMakeACertificateThatIsNeeded() {
    store("name: demo\netcd:\n  version: 3.5\ntls:\n  mode: managed\n  clients: required\n");

    assertThat(run.quorate("env", "demo")).isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("quorate certificate issue demo --cn NAME --out DIR");
    assertThat(run.quorate("env", "demo", "--cn", "me", "--dir", folder.toString()))
        .isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("me-ca.pem cannot be read");
  }

  @Test
  void envAsksForTheAuthorityOfAClusterThatSpeaksTls() throws Exception {
    store("name: demo\netcd:\n  version: 3.5\ntls:\n  mode: managed\n");
    Path ca = Files.createFile(folder.resolve("ca.pem"));

    assertThat(run.quorate("env", "demo")).isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("quorate certificate ca demo --out FILE");
    assertThat(run.quorate("env", "demo", "--cacert", ca.toString())).isZero();
    assertThat(run.out()).contains("export ETCDCTL_CACERT='" + ca + "'\n");
    assertThat(run.quorate("env", "demo", "--cert", ca.toString())).isEqualTo(64);
    assertThat(run.err()).contains("--cert and --key: expected both or none");
  }
}
