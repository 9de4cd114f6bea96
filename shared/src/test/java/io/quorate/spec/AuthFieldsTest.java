package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.auth.AuthChange;
import io.quorate.auth.KeyRange;
import io.quorate.guards.Guards;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuthFieldsTest {
  private static final String HEAD =
      "name: demo\netcd: {version: 3.5}\ntls: {mode: managed, clients: required}\n";

  private static List<String> paths(String yaml) {
    return switch (SpecReader.read(yaml)) {
      case SpecResult.Valid valid -> List.of();
      case SpecResult.Invalid invalid -> invalid.errors().stream().map(SpecError::path).toList();
    };
  }

  private static AuthSettings auth(String section) {
    return SpecReader.read(HEAD + "auth: " + section).orThrow().auth().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{enabled: maybe}|auth.enabled",
        "{roles: [{name: a}]}|auth.enabled",
        "{users: [{name: a}]}|auth.enabled",
        "{prune: true}|auth.enabled",
        "{enabled: true, roles: app}|auth.roles",
        "{enabled: true, roles: [app]}|auth.roles[0]",
        "{enabled: true, roles: [{permissions: []}]}|auth.roles[0].name",
        "{enabled: true, roles: [{name: ''}]}|auth.roles[0].name",
        "{enabled: true, roles: [{name: -a}]}|auth.roles[0].name",
        "{enabled: true, roles: [{name: root}]}|auth.roles[0].name",
        "{enabled: true, roles: [{name: a}, {name: a}]}|auth.roles[1].name",
        "{enabled: true, roles: [{name: a, grants: []}]}|auth.roles[0].grants",
        "{enabled: true, roles: [{name: a, permissions: [{key: x}]}]}|auth.roles[0].permissions[0].mode",
        "{enabled: true, roles: [{name: a, permissions: [{mode: rw, key: x}]}]}|auth.roles[0].permissions[0].mode",
        "{enabled: true, roles: [{name: a, permissions: [{mode: read}]}]}|auth.roles[0].permissions[0].key",
        "{enabled: true, roles: [{name: a, permissions: [{mode: read, key: ''}]}]}|auth.roles[0].permissions[0].key",
        "{enabled: true, roles: [{name: a, permissions: [{mode: read, prefix: x, key: x}]}]}|auth.roles[0].permissions[0].key",
        "{enabled: true, roles: [{name: a, permissions: [{mode: read, prefix: x, rangeEnd: y}]}]}|auth.roles[0].permissions[0].rangeEnd",
        "{enabled: true, roles: [{name: a, permissions: [{mode: read, key: x, rangeEnd: x}]}]}|auth.roles[0].permissions[0].rangeEnd",
        "{enabled: true, roles: [{name: a, permissions: [{mode: read, key: x, rangeEnd: a}]}]}|auth.roles[0].permissions[0].rangeEnd",
        "{enabled: true, roles: [{name: a, permissions: [{mode: read, key: x, rangeEnd: ''}]}]}|auth.roles[0].permissions[0].rangeEnd",
        "{enabled: true, roles: [{name: a, permissions: [{mode: read, key: x}, {mode: write, key: x}]}]}|auth.roles[0].permissions[1]",
        "{enabled: true, users: [{name: root}]}|auth.users[0].name",
        "{enabled: true, users: [{name: a}, {name: a}]}|auth.users[1].name",
        "{enabled: true, users: [{name: a, roles: [b]}]}|auth.users[0].roles[0]",
        "{enabled: true, users: [{name: a, roles: [root, root]}]}|auth.users[0].roles[1]",
        "{enabled: true, users: [{name: a, password: secret}]}|auth.users[0].password",
        "{enabled: true, users: [{name: a, passwordFrom: /x}]}|auth.users[0].passwordFrom",
        "{enabled: true, users: [{name: a, passwordFrom: {file: x}}]}|auth.users[0].passwordFrom.file",
        "{enabled: true, users: [{name: a, passwordFrom: {secret: x}}]}|auth.users[0].passwordFrom.secret",
        "{enabled: true, users: [{name: a, passwordFrom: {}}]}|auth.users[0].passwordFrom",
        "{enabled: true, users: [{name: a, passwordFrom: {file: /x, secret: x}}]}|auth.users[0].passwordFrom",
        "{enabled: true, users: [{name: a, passwordFrom: {secret: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:*-AbCdEf'}}]}|auth.users[0].passwordFrom.secret",
        "{enabled: true, users: [{name: a, passwordFrom: {secret: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:short'}}]}|auth.users[0].passwordFrom.secret",
        "{enabled: true, token: jwt}|auth.token",
        "{enabled: true, token: {type: paseto}}|auth.token.type",
        "{enabled: true, token: {type: jwt}}|auth.token.keys",
        "{enabled: true, token: {type: jwt, keys: own}}|auth.token.keys",
        "{enabled: true, token: {type: jwt, keys: managed, privateKey: /k}}|auth.token.keys",
        "{enabled: true, token: {keys: managed}}|auth.token.keys",
        "{enabled: true, token: {type: jwt, privateKey: key.pem}}|auth.token.privateKey",
        "{enabled: true, token: {type: jwt, privateKey: '/k,sign-method=HS256'}}|auth.token.privateKey",
        "{enabled: true, token: {type: jwt, privateKey: /k, signMethod: none}}|auth.token.signMethod",
        "{enabled: true, token: {type: jwt, privateKey: /k, ttl: 1s}}|auth.token.ttl",
        "{enabled: true, token: {ttl: 20m}}|auth.token.ttl",
        "{enabled: true, token: {type: simple, privateKey: /k}}|auth.token.privateKey",
        "{token: {type: jwt, privateKey: /k}}|auth.enabled",
      })
  @Guards({"CrossRules#7", "AuthRules#1", "AuthRules#3"})
  void namesTheFieldThatIsWrong(String section, String path) {
    assertThat(paths(HEAD + "auth: " + section)).contains(path);
    assertThat(paths(HEAD + "auth: " + section)).allMatch(found -> found.startsWith("auth."));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"tls: {mode: managed}", "tls: {mode: off}", "size: 3"})
  @Guards("AuthRules#2")
  void needsCertificatesOfAllClients(String tls) {
    String head = "name: demo\netcd: {version: 3.5}\n" + tls + "\n";

    assertThat(paths(head + "auth: {enabled: true}")).containsExactly("auth.enabled");
    assertThat(paths(head + "auth: {enabled: false}")).isEmpty();
  }

  @Test
  void withoutTheSectionNothingIsAskedFor() {
    assertThat(SpecReader.read(HEAD).orThrow().auth()).isEmpty();
    assertThat(SpecTree.of(SpecReader.read(HEAD).orThrow())).doesNotContainKey("auth");
  }

  @Test
  void isWrittenAsItIsRead() {
    ClusterSpec spec =
        SpecReader.read(
                HEAD
                    + """
                    auth:
                      enabled: true
                      prune: true
                      enforce: true
                      roles:
                        - name: app
                          permissions:
                            - {mode: readwrite, prefix: /app/}
                            - {mode: read, key: /a, rangeEnd: /b}
                            - {mode: read, key: /z, rangeEnd: "\\0"}
                            - {mode: read, key: 7}
                        - name: all
                          permissions: [{mode: read, prefix: ""}]
                      users:
                        - {name: app, roles: [app]}
                        - {name: report, roles: [all, root], passwordFrom: {file: /etc/report.pw}}
                        - {name: job, passwordFrom: {secret: "arn:aws-cn:secretsmanager:cn-north-1:123456789012:secret:a/b-AbCdEf"}}
                    """)
            .orThrow();

    assertThat(SpecReader.fromTree(SpecTree.of(spec)).orThrow()).isEqualTo(spec);
    AuthSettings auth = spec.auth().orElseThrow();
    assertThat(auth.roles().getFirst().permissions())
        .extracting(AuthSettings.Permission::range)
        .containsExactly(
            KeyRange.prefix("/app/"),
            KeyRange.between("/a", "/b"),
            KeyRange.between("/z", KeyRange.NO_END),
            KeyRange.one("7"));
    assertThat(auth.users())
        .extracting(AuthSettings.User::password)
        .containsExactly(
            Optional.empty(),
            Optional.of(PasswordSource.parse("/etc/report.pw")),
            Optional.of(
                new PasswordSource(
                    PasswordSource.Kind.SECRET,
                    "arn:aws-cn:secretsmanager:cn-north-1:123456789012:secret:a/b-AbCdEf")));
  }

  @Test
  void aKeyIsTheControllersOrAFileOfTheNodes() {
    assertThat(token("keys: managed")).matches(JwtToken::managed);
    assertThat(token("privateKey: /k").privateKey()).contains("/k");
  }

  /** As it is written, and read again. */
  private static JwtToken token(String key) {
    ClusterSpec spec =
        SpecReader.read(HEAD + "auth: {enabled: true, token: {type: jwt, " + key + "}}").orThrow();
    assertThat(SpecReader.fromTree(SpecTree.of(spec)).orThrow()).isEqualTo(spec);
    return spec.etcd().token().orElseThrow();
  }

  /** An agent builds the host that it asks out of the ARN. */
  @Test
  void aCommandWithWhatIsNoPlaceForAPasswordIsNotRead() {
    for (String text :
        List.of(
            "arn:aws:secretsmanager:evil.example/:123456789012:secret:a-AbCdEf",
            "arn:aws",
            "relative/path",
            "")) {
      assertThatThrownBy(() -> PasswordSource.parse(text))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void asksForRootAndTheAgentsBesideItsOwn() {
    AuthSettings auth =
        auth("{enabled: true, roles: [{name: a}], users: [{name: u, roles: [a]}, {name: node}]}");

    assertThat(auth.asked(List.of("node")).users())
        .isEqualTo(
            Map.of(
                "root", java.util.Set.of("root"),
                "node", java.util.Set.of("root"),
                "u", java.util.Set.of("a")));
    assertThat(auth.digest(List.of("node"))).isNotEqualTo(auth.digest(List.of("other")));
    assertThat(auth.digest(List.of("a", "b"))).isEqualTo(auth.digest(List.of("b", "a")));
  }

  @Test
  void aChangeIsShownAsWhatIsGrantedAndRevoked() {
    ClusterSpec before =
        SpecReader.read(
                HEAD
                    + "auth: {enabled: true, roles: [{name: a, permissions: [{mode: read, key: x}]}],"
                    + " users: [{name: u, roles: [a]}]}")
            .orThrow();
    ClusterSpec after =
        SpecReader.read(
                HEAD
                    + "auth: {enabled: true, roles: [{name: a, permissions: [{mode: read, key: y}]}],"
                    + " users: [{name: u}]}")
            .orThrow();

    assertThat(SpecChange.between(before, after).access())
        .extracting(AuthChange::words)
        .containsExactly(
            "let role a read key y", "take role a from user u", "take key x from role a");
    assertThat(SpecChange.between(before, before).access()).isEmpty();
  }
}
