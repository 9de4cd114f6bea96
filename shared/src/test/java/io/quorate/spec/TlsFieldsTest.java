package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.guards.Guards;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsFieldsTest {
  private static SpecResult read(String tls) {
    return SpecReader.read("name: demo\netcd: {version: 3.5}\ntls: " + tls);
  }

  private static List<String> errors(String tls) {
    return read(tls) instanceof SpecResult.Invalid invalid
        ? invalid.errors().stream().map(SpecError::toString).toList()
        : List.of();
  }

  @Test
  void namesAndClientsAreRead() {
    TlsSettings tls =
        read("{mode: managed, clients: required, sans: [etcd.example.org, 10.0.0.7]}")
            .orThrow()
            .tls();

    assertThat(tls.asksClients()).isTrue();
    assertThat(tls.sans()).containsExactly("etcd.example.org", "10.0.0.7");
    assertThat(read("{mode: managed}").orThrow().tls())
        .isEqualTo(new TlsSettings(TlsSettings.Mode.MANAGED));
  }

  @Test
  @Guards({"CrossRules#6", "TlsRules#1"})
  void withoutTlsNobodyIsAskedAndNothingIsNamed() {
    assertThat(errors("{clients: required}"))
        .singleElement()
        .asString()
        .contains("tls.clients: \"required\": expected off, since tls.mode is off");
    assertThat(errors("{sans: [etcd.example.org]}"))
        .singleElement()
        .asString()
        .contains("tls.sans: [etcd.example.org]: expected none, since tls.mode is off");
  }

  @Test
  void whatIsNoNameIsSaidByItself() {
    assertThat(errors("{mode: managed, sans: [etcd.example.org, 'a b', a_b, a.org, a.org]}"))
        .hasSize(3)
        .anySatisfy(error -> assertThat(error).contains("tls.sans: \"a b\": expected a list"))
        .anySatisfy(error -> assertThat(error).contains("\"a_b\""))
        .anySatisfy(error -> assertThat(error).contains("\"a.org\": given twice"));
    assertThat(errors("{mode: managed, sans: etcd.example.org}")).hasSize(1);
    assertThat(errors("{mode: managed, clients: optional}"))
        .singleElement()
        .asString()
        .contains("expected one of off, required");
  }

  private static final String FILES =
      "peerCertificate: /t/p.crt, peerKey: /t/p.key, peerCa: /t/p-ca.crt, certificate: /t/s.crt,"
          + " key: /t/s.key, clientCa: /t/c-ca.crt";

  @Test
  void filesOfOnesOwnAreReadAndWritten() {
    ClusterSpec spec = read("{mode: files, clients: required, files: {" + FILES + "}}").orThrow();

    TlsFilePaths paths = spec.tls().files().orElseThrow();
    assertThat(spec.tls().managed()).isFalse();
    assertThat(spec.tls().speaks()).isTrue();
    assertThat(paths.peer()).isEqualTo(new TlsFilePaths.Pair("/t/p.crt", "/t/p.key"));
    assertThat(paths.server()).isEqualTo(new TlsFilePaths.Pair("/t/s.crt", "/t/s.key"));
    assertThat(paths.agent()).isEmpty();
    assertThat(SpecReader.fromTree(SpecTree.of(spec)).orThrow()).isEqualTo(spec);

    ClusterSpec more =
        read("{mode: files, files: {" + FILES + ", agentCertificate: /a.crt, agentKey: /a.key}}")
            .orThrow();
    assertThat(more.tls().files().orElseThrow().agent())
        .contains(new TlsFilePaths.Pair("/a.crt", "/a.key"));
    assertThat(SpecReader.fromTree(SpecTree.of(more)).orThrow()).isEqualTo(more);
  }

  @Test
  @Guards("TlsRules#4")
  void filesThatAreMissingAreNamed() {
    assertThat(errors("{mode: files}"))
        .hasSize(6)
        .allSatisfy(error -> assertThat(error).contains("expected an absolute path such as"))
        .anySatisfy(error -> assertThat(error).contains("tls.files.clientCa"))
        .anySatisfy(error -> assertThat(error).contains("since tls.mode is files"));
    assertThat(errors("{mode: files, files: {" + FILES + ", agentKey: /a.key}}"))
        .singleElement()
        .asString()
        .contains("tls.files.agentCertificate", "since tls.files.agentKey is given");
    assertThat(errors("{mode: files, files: {" + FILES + ", agentCertificate: /a.crt}}"))
        .singleElement()
        .asString()
        .contains("tls.files.agentKey", "since tls.files.agentCertificate is given");
    assertThat(errors("{mode: files, files: {" + FILES.replace("/t/p.key", "p.key") + "}}"))
        .as("a path from nowhere")
        .anySatisfy(error -> assertThat(error).contains("tls.files.peerKey: \"p.key\""));
  }

  @Test
  @Guards({"TlsRules#2", "TlsRules#3"})
  void filesAndNamesBelongToTheirOwnModes() {
    assertThat(errors("{mode: managed, files: {" + FILES + "}}"))
        .hasSize(6)
        .allSatisfy(
            error -> assertThat(error).contains("expected none, since tls.mode is managed"));
    assertThat(errors("{mode: files, sans: [a.org], files: {" + FILES + "}}"))
        .singleElement()
        .asString()
        .contains("tls.sans", "expected none, since tls.mode is files");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "etcd.example.org", "*.example.org", "10.0.0.1", "fd00::1", "::1"})
  void aNameOrAnAddress(String text) {
    assertThat(SubjectName.isValid(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Etcd.example.org",
        "-a",
        "a..b",
        "a.*.b",
        "*",
        "10.0.0.256",
        "10.0.0",
        "1:2:3",
        ":::",
        "fd00::1::2",
        "a/b",
        "a,b"
      })
  void neither(String text) {
    assertThat(SubjectName.isValid(text)).isFalse();
  }
}
