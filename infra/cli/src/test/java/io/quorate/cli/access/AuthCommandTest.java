package io.quorate.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access control, as the command shows it, asks for it and changes it. */
class AuthCommandTest {
  private static final String HEAD =
      """
      name: shop
      etcd: {version: 3.5}
      tls: {mode: managed, clients: required}
      """;
  private static final String AUTH =
      """
      auth:
        enabled: true
        roles: [{name: app, permissions: [{mode: readwrite, prefix: /app/}]}]
        users: [{name: app, roles: [app]}, {name: report, passwordFrom: {file: /etc/report}}]
      """;

  private final Run run = Run.onEmptyStore();

  private int apply(Path folder, String spec, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("cluster.yaml"), spec);
    String[] words = new String[more.length + 3];
    words[0] = "apply";
    words[1] = "-f";
    words[2] = file.toString();
    System.arraycopy(more, 0, words, 3, more.length);
    return run.quorate(words);
  }

  private Request written() {
    return run.store().list(Table.CLUSTERS, "shop", Keys.REQUEST).stream()
        .map(item -> Codecs.REQUEST.read(item.attributes(), "request"))
        .reduce((one, other) -> other)
        .orElseThrow();
  }

  @Test
  void showsWhatTheSpecAsksFor(@TempDir Path folder) throws IOException {
    apply(folder, HEAD + AUTH);

    assertThat(run.quorate("auth", "show", "shop")).isZero();
    assertThat(run.out())
        .endsWith(
            """
            asked for: on
              role app
                readwrite prefix /app/
              user app: app; by certificate
              user report: no role; password from /etc/report
            in etcd:   nobody has looked yet
            differs:   not known yet
            """);

    assertThat(run.quorate("auth", "show", "shop", "-o", "json")).isZero();
    assertThat(run.out()).contains("\"passwordFrom\"", "\"prefix /app/\"");
  }

  @Test
  void saysThatAClusterHasNoneInItsSpec(@TempDir Path folder) throws IOException {
    apply(folder, HEAD);

    assertThat(run.quorate("auth", "show", "shop")).isZero();
    assertThat(run.out()).contains("no section auth: access control is left as etcd has it");
  }

  @Test
  void anApplyShowsWhatIsGrantedAndRevoked(@TempDir Path folder) throws IOException {
    apply(folder, HEAD + AUTH);

    assertThat(apply(folder, HEAD + AUTH.replace("/app/", "/shop/"), "--dry-run")).isZero();
    assertThat(run.out())
        .contains(
            "  auth: let role app readwrite prefix /shop/\n",
            "  auth: take prefix /app/ from role app\n");
  }

  @Test
  void refreshAsksForALook(@TempDir Path folder) throws IOException {
    apply(folder, HEAD + AUTH);

    assertThat(run.quorate("auth", "refresh", "shop")).isZero();
    assertThat(written().kind()).isEqualTo(RequestKind.REFRESH_AUTH);
  }

  @Test
  void aLiveLookThatFailsIsToldOf(@TempDir Path folder) throws IOException {
    apply(folder, HEAD + AUTH);
    run.betweenLooks(
        () -> {
          Request request =
              written().in(Request.State.FAILED, "no voter is seen to serve", Map.of());
          Stored.put(
              run.store(),
              Keys.request(new ClusterName("shop"), request.id()),
              Codecs.REQUEST.write(request));
        });

    assertThat(run.quorate("auth", "show", "shop", "--live"))
        .isEqualTo(CommandExitCode.NOT_HEALTHY);
    assertThat(run.err()).contains("etcd was not looked at: FAILED no voter is seen to serve");
  }
}
