package io.quorate.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.AuthorityStore;
import io.quorate.certificate.ClientCertificate;
import io.quorate.certificate.ClientCertificateWish;
import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.codec.Codecs;
import io.quorate.controller.act.CertificateAuthority.Issued;
import io.quorate.controller.bouncycastle.BouncyCastleAuthority;
import io.quorate.controller.decision.CertificateOrder;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.spec.SpecReader;
import io.quorate.state.SpecRecord;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller's own authority signs in its place. */
class CertificateCommandTest {
  private final Run run = Run.onEmptyStore();
  private final BouncyCastleAuthority authority = new BouncyCastleAuthority(new Kept());
  @TempDir Path folder;

  private static final class Kept implements AuthorityStore {
    private final Map<Authority, String> kept = new EnumMap<>(Authority.class);

    @Override
    public Optional<String> read(ClusterName cluster, ClusterUid uid, Authority authority) {
      return Optional.ofNullable(kept.get(authority));
    }

    @Override
    public String createOnce(ClusterName cluster, ClusterUid uid, Authority authority, String pem) {
      kept.putIfAbsent(authority, pem);
      return Objects.requireNonNull(kept.get(authority));
    }
  }

  @BeforeEach
  void cluster() {
    Stored.put(run.store(), Sample.healthy().summary());
    Stored.put(
        run.store(),
        Keys.spec(Sample.DEMO),
        Codecs.SPEC.write(
            new SpecRecord(
                SpecReader.read(
                        "name: demo\netcd: {version: 3.5}\n"
                            + "tls: {mode: managed, sans: [app.example.org]}")
                    .orThrow(),
                Sample.UID,
                2,
                Sample.NOW,
                "test")));
    Stored.put(
        run.store(),
        Keys.pki(Sample.DEMO),
        Codecs.AUTHORITIES.write(issue(List.of()).authorities()));
  }

  private Issued issue(List<CertificateOrder.Client> clients) {
    return authority.issue(
        new CertificateOrder(
            Sample.DEMO, Sample.UID, Optional.empty(), List.of(), clients, Sample.NOW));
  }

  private List<Request> written() {
    return run.store().list(Table.CLUSTERS, "demo", Keys.REQUEST).stream()
        .map(item -> Codecs.REQUEST.read(item.attributes(), "request"))
        .toList();
  }

  /** As the controller answers. */
  private void sign() {
    Request request = written().getLast();
    ClientCertificate signed =
        issue(
                List.of(
                    new CertificateOrder.Client(
                        request, ClientCertificateWish.of(request.arguments()))))
            .clients()
            .getFirst();
    answer(
        request.in(
            Request.State.DONE,
            "signed",
            Map.of(
                "certificate",
                signed.pem(),
                "serial",
                signed.serial(),
                "notAfter",
                signed.notAfter().toString())));
    Stored.put(
        run.store(),
        Keys.clientCertificate(Sample.DEMO, request.id()),
        Codecs.CLIENT_CERTIFICATE.write(signed));
  }

  private void answer(Request request) {
    Stored.put(run.store(), Keys.request(Sample.DEMO, request.id()), Codecs.REQUEST.write(request));
  }

  private int issue(String... more) {
    String[] all = new String[6 + more.length];
    List<String> first =
        List.of("certificate", "issue", "demo", "--out", folder.toString(), "--cn");
    for (int i = 0; i < all.length; i++) {
      all[i] = i < first.size() ? first.get(i) : more[i - first.size()];
    }
    return run.quorate(all);
  }

  @Test
  void keyCertificateAndAuthorityAreWrittenAndTheKeyIsNeverSent() throws Exception {
    run.betweenLooks(this::sign);

    assertThat(issue("app", "--sans", "app.example.org", "--days", "30")).isZero();

    Path key = folder.resolve("app.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
    String secret = Files.readString(key).lines().skip(1).findFirst().orElseThrow();
    for (Item item : run.store().list(Table.CLUSTERS, "demo", "")) {
      assertThat(item.attributes().toString()).doesNotContain(secret).doesNotContain("PRIVATE KEY");
    }
    assertThat(folder.resolve("app-ca.pem")).hasContent(authorities().clients());
    assertThat(Files.readString(folder.resolve("app.pem"))).startsWith("-----BEGIN CERTIFICATE");
    assertThat(written().getLast().kind()).isEqualTo(RequestKind.ISSUE_CERTIFICATE);
    assertThat(run.hints()).containsExactly(Sample.DEMO);
    assertThat(run.out())
        .contains("certificate for app until ")
        .contains("--cert=" + folder.resolve("app.pem"))
        .doesNotContain(secret);
  }

  private AuthorityCertificates authorities() {
    return issue(List.of()).authorities();
  }

  @Test
  void whatTheRulesForbidIsRefusedBeforeAnythingIsWritten() {
    assertThat(issue("root")).isEqualTo(65);
    assertThat(run.err()).contains("refused, nothing was signed", "--allow-root");
    assertThat(issue("app", "--sans", "other.example.org")).isEqualTo(65);
    assertThat(run.err()).contains("[other.example.org]");
    assertThat(issue("app", "--days", "400")).isEqualTo(65);
    assertThat(issue("a b")).isEqualTo(65);

    assertThat(written()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aRefusalOfTheControllerLeavesNoKeyBehind() {
    run.betweenLooks(
        () -> answer(written().getLast().in(Request.State.REFUSED, "not today", Map.of())));

    assertThat(issue("app")).isEqualTo(65);
    assertThat(run.err()).contains("refused, nothing was signed: not today");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whereNoAnswerComesNoKeyIsLeftBehind() {
    assertThat(issue("app")).isEqualTo(1);
    assertThat(run.err()).contains("is not answered yet, and its key is deleted");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void nothingThatIsThereIsReplaced() throws Exception {
    Files.writeString(folder.resolve("app.key"), "mine");

    assertThat(issue("app")).isEqualTo(64);
    assertThat(run.err()).contains("app.key is there already, and nothing was asked for");
    assertThat(folder.resolve("app.key")).hasContent("mine");
    assertThat(written()).isEmpty();
  }

  @Test
  void theAuthorityIsPrintedOrWritten() {
    assertThat(run.quorate("certificate", "ca", "demo")).isZero();
    assertThat(run.out()).isEqualTo(authorities().clients());

    Path file = folder.resolve("ca.pem");
    assertThat(run.quorate("certificate", "ca", "demo", "--out", file.toString())).isZero();
    assertThat(file).hasContent(authorities().clients());
    assertThat(run.out()).isEmpty();
  }

  @Test
  void theListNamesAuthoritiesNodesAndClients() {
    run.betweenLooks(this::sign);
    issue("app", "--days", "30");

    assertThat(run.quorate("certificate", "list", "demo")).isZero();
    assertThat(run.out().lines())
        .hasSize(4)
        .anySatisfy(line -> assertThat(line).matches("authority +peers +- +3650 d .*"))
        .anySatisfy(line -> assertThat(line).matches("client +app +- +30 d .*"));
    run.quorate("certificate", "list", "demo", "--output", "json");
    assertThat(run.out()).contains("\"kind\" : \"client\"").contains("\"name\" : \"app\"");
  }

  @Test
  void withoutTlsThatIsSaid() {
    Run plain = Run.onEmptyStore();
    Stored.put(plain.store(), Sample.healthy().summary());

    assertThat(plain.quorate("certificate", "ca", "demo")).isEqualTo(65);
    assertThat(plain.err()).contains("its tls.mode is off, expected managed");
    assertThat(plain.quorate("certificate", "issue", "demo", "--cn", "app")).isEqualTo(65);
    assertThat(plain.quorate("certificate", "list", "dmeo")).isEqualTo(66);
  }
}
