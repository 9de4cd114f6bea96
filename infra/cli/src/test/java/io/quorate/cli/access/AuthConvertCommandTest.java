package io.quorate.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What another operator's access control becomes. */
class AuthConvertCommandTest {
  private static final String ACL =
      """
      init-acl:
        rootPassword: hidden-root
        roles:
          - name: app
            permissions:
              - {mode: readwrite, key: /app/, prefix: true}
              - {mode: read, key: /a, rangeEnd: /b}
              - {mode: write, key: /one, rangeEnd: ""}
          - {name: root}
        users:
          - {name: app, roles: [app]}
          - {name: report, roles: [app, root], password: hidden-report}
      """;

  @TempDir Path folder;

  private final Run run = Run.onEmptyStore();

  private int convert(String text) throws IOException {
    return run.quorate(
        "auth", "convert", Files.writeString(folder.resolve("eco.yaml"), text).toString());
  }

  @Test
  void convertsRolesAndUsersAndTellsWhatDiffers() throws IOException {
    assertThat(convert("eco:\n  etcd:\n" + ACL.indent(4))).isZero();

    assertThat(run.out())
        .isEqualTo(
            """
            auth:
              enabled: true
              roles:
              - name: app
                permissions:
                - mode: readwrite
                  prefix: /app/
                - mode: read
                  key: /a
                  rangeEnd: /b
                - mode: write
                  key: /one
              users:
              - name: app
                roles:
                - app
              - name: report
                roles:
                - app
                - root
                passwordFrom:
                  file: /etc/quorate/report.password
            """);
    assertThat(run.err())
        .contains(
            "rootPassword is left out",
            "roles[1] is left out",
            "users[1]: the password of report stands in clear",
            "roles[0].permissions[1]: etcd-cloud-operator reads rangeEnd and never applies it");
    assertThat(run.out() + run.err()).doesNotContain("hidden");
    SpecReader.read(
            "name: demo\netcd: {version: 3.5}\ntls: {mode: managed, clients: required}\n"
                + run.out())
        .orThrow();
  }

  @Test
  void takesTheSectionAloneAndTellsOfTokens() throws IOException {
    assertThat(convert(ACL + "jwt-auth-token-config: {sign-method: RS512}\n")).isZero();
    assertThat(run.err()).contains("jwt-auth-token-config is left out");
    assertThat(run.out()).startsWith("auth:\n  enabled: true\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "init-acl: {}|init-acl: no roles and no users",
        "text|the file: expected a map",
        "init-acl: {roles: {name: a}}|roles: expected a list",
        "init-acl: {roles: [{name: a, perms: []}]}|roles[0].perms: unknown field",
        "init-acl: {roles: [{name: a, permissions: [{mode: all, key: x}]}]}|permissions[0].mode",
        "init-acl: {users: [{name: a, roles: [b]}]}|auth.users[0].roles[0]",
        "init-acl: {users: [{name: a}, {name: a}]}|given twice",
        "init-acl: {users: [{name: [a]}]}|users[0].name: expected text",
        "a: [|is no YAML",
      })
  void namesWhatIsWrongAndPrintsNothing(String text, String words) throws IOException {
    assertThat(convert(text)).isEqualTo(CommandExitCode.BAD_INPUT);
    assertThat(run.err()).contains(words);
    assertThat(run.out()).isEmpty();
  }
}
