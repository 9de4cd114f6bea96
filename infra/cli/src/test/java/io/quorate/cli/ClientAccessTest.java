package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.codec.JsonTree;
import io.quorate.spec.SpecReader;
import io.quorate.state.DataState;
import io.quorate.state.SpecRecord;
import io.quorate.store.Keys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
