package io.quorate.agent.snapshots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.etcd.AuthedMembers;
import io.quorate.agent.etcd.client.AuthCalls;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.port.AuthApi;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthChange;
import io.quorate.auth.KeyRange;
import io.quorate.command.ApplyAuth;
import io.quorate.command.CommandHeader;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.secrets.Secrets;
import io.quorate.spec.AuthSettings;
import io.quorate.spec.SpecReader;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users and roles of a real etcd become what a spec asks for. */
class ApplyAuthProgramTest {
  private static final String ROLES =
      "roles: [{name: app, permissions: [{mode: readwrite, prefix: /app/}]}], ";

  private static final String NO_PASSWORD = " has no password: expected one line of 1 to 72 bytes";

  @TempDir Path root;
  private AuthedMembers members;
  private SnapshotClient client;
  private AuthCalls etcd;

  private Secrets secrets = unreadable("no secret is there");

  @BeforeEach
  void nobody() {
    members = new AuthedMembers(root, 1, 0);
    client = members.calls(0);
    etcd = new AuthCalls(client);
    make(new AuthChange.Disable());
    make(new AuthChange.DeleteUser("root"));
  }

  @AfterEach
  void stop() {
    client.close();
    members.close();
  }

  private void make(AuthChange change) {
    assertThat(etcd.make(change, Optional.empty()).answer()).as(change.words()).isPresent();
  }

  private static Secrets unreadable(String words) {
    return arn -> {
      throw new SecretUnavailableException(words);
    };
  }

  private static AuthSettings auth(String section) {
    return SpecReader.read(
            "name: demo\netcd: {version: 3.5}\ntls: {mode: managed, clients: required}\n"
                + "auth: {"
                + section
                + "}\n")
        .orThrow()
        .auth()
        .orElseThrow();
  }

  private TaskResult run(AuthSettings auth, boolean change, List<String> waiting) {
    return run(auth, change, List.of("root"), waiting, Optional::empty);
  }

  private TaskResult run(
      AuthSettings auth,
      boolean change,
      List<String> agents,
      List<String> waiting,
      Supplier<Optional<String>> over) {
    CommandHeader header =
        new CommandHeader(
            "auth-1",
            SnapshotWorld.INSTANCE,
            SnapshotWorld.UID,
            Generation.FIRST,
            new FencingToken(1),
            SnapshotWorld.NOW);
    ApplyAuth command =
        new ApplyAuth(header, auth, "0a", change, agents, waiting, Duration.ofMinutes(1));
    MemberStatus status = client.status().answer().orElseThrow();
    MemberIdentity own =
        new MemberIdentity(
            SnapshotWorld.UID, Generation.FIRST, status.clusterId(), status.memberId(), "dir");
    try {
      return program()
          .run(new TaskRun(command, 1, Optional.of(own), Optional.empty(), over), command);
    } catch (TaskFailedException e) {
      return e.result();
    }
  }

  private ApplyAuthProgram program() {
    return new ApplyAuthProgram(
        () -> new AuthCalls(members.calls(0)), secrets, System::nanoTime, () -> false);
  }

  private static TaskResult.Done done(TaskResult result) {
    assertThat(result).isInstanceOf(TaskResult.Done.class);
    return (TaskResult.Done) result;
  }

  private static String why(TaskResult result) {
    return String.valueOf(done(result).values().get(ApplyAuth.WHY));
  }

  private static String failed(TaskResult result) {
    return ((TaskResult.Failed) result).detail();
  }

  private boolean enabled() {
    return etcd.status().answer().orElseThrow().enabled();
  }

  private List<String> rolesOf(String user) {
    return etcd.rolesOf(user).answer().orElse(List.of());
  }

  @Test
  void appliesItFromNothingAndFindsNothingToChangeAfterwards() {
    AuthSettings auth = auth("enabled: true, " + ROLES + "users: [{name: app, roles: [app]}]");

    TaskResult.Done first = done(run(auth, true, List.of()));
    assertThat(first.values())
        .containsEntry(ApplyAuth.ENABLED, true)
        .containsEntry(ApplyAuth.DIFFERS, "")
        .containsEntry(ApplyAuth.WAITING, "");
    assertThat(first.values())
        .containsEntry(ApplyAuth.REVISION, etcd.status().answer().orElseThrow().revision());
    assertThat(enabled()).isTrue();
    assertThat(rolesOf("app")).containsExactly("app");
    assertThat(rolesOf("root")).containsExactly("root");
    assertThat(etcd.tries("app", "").answer()).contains(AuthApi.Password.NONE);
    assertThat(etcd.tries("root", "").answer()).contains(AuthApi.Password.NONE);

    assertThat(done(run(auth, true, List.of())).detail()).contains("nothing was to be changed");
  }

  @Test
  void whereverItIsBrokenOffTheNextAttemptEndsIt() {
    AuthSettings auth = auth("enabled: true, " + ROLES + "users: [{name: app, roles: [app]}]");
    int stops = 0;
    for (int calls = 0; calls < 20 && !enabled(); calls++) {
      int[] left = {calls};
      TaskResult result =
          run(
              auth,
              true,
              List.of("root"),
              List.of(),
              () -> left[0]-- > 0 ? Optional.empty() : Optional.of("token 1 is older"));
      if (result instanceof TaskResult.Failed) {
        stops++;
        assertThat(failed(result)).contains("token 1 is older");
      }
    }
    assertThat(stops).isPositive();
    assertThat(enabled()).isTrue();
    assertThat(rolesOf("app")).containsExactly("app");
  }

  @Test
  void changesNothingOnceItsCommandIsOver() {
    AuthSettings auth = auth("enabled: true, " + ROLES);

    assertThat(failed(run(auth, true, List.of("root"), List.of(), () -> Optional.of("its cancel"))))
        .isEqualTo("stopped after 0 changes: its cancel");
    assertThat(etcd.roles().answer().orElseThrow()).isEmpty();
  }

  @Test
  void isNotSwitchedOnBeforeTheAgentsAreRoot() {
    AuthSettings auth = auth("enabled: true, " + ROLES);

    assertThat(failed(run(auth, true, List.of(), List.of(), Optional::empty)))
        .isEqualTo("not switched on: the names of the agents are not known");
    assertThat(enabled()).isFalse();

    done(run(auth, true, List.of("node", "root"), List.of(), Optional::empty));
    assertThat(rolesOf("node")).containsExactly("root");
  }

  @Test
  void switchesItOffOnlyWhereTheSpecSaysSo() {
    done(run(auth("enabled: true, " + ROLES), true, List.of()));
    done(run(auth("enabled: false, " + ROLES), false, List.of()));
    assertThat(enabled()).isTrue();

    done(run(auth("enabled: false, " + ROLES), true, List.of()));
    assertThat(enabled()).isFalse();
  }

  @Test
  void aLookTellsWhatDiffersAndChangesNothing() {
    AuthSettings auth = auth("enabled: true, " + ROLES + "users: [{name: app, roles: [app]}]");
    done(run(auth, true, List.of()));
    make(new AuthChange.AddUser("me"));
    make(new AuthChange.RevokeRole("app", "app"));
    make(new AuthChange.Disable());

    TaskResult.Done look = done(run(auth, false, List.of()));
    assertThat(look.values().get(ApplyAuth.DIFFERS))
        .isEqualTo(
            "it would take to give user app role app; it would take to switch access control on;"
                + " user me is not in the spec");
    assertThat(look.values()).containsEntry(ApplyAuth.ENABLED, false);
    assertThat(enabled()).isFalse();

    done(run(auth, true, List.of()));
    assertThat(enabled()).isTrue();
    assertThat(rolesOf("app")).containsExactly("app");
    assertThat(etcd.users().answer().orElseThrow()).contains("me");
  }

  /** etcd gives a range a second mode where another range of the role begins with the same key. */
  @Test
  void aModeIsNarrowedWhereEtcdHoldsTheRangeTwice() {
    String roles =
        "roles: [{name: app, permissions: [{mode: read, key: /app/, rangeEnd: /z},"
            + " {mode: %s, prefix: /app/}]}], users: [{name: app, roles: [app]}]";
    KeyRange range = KeyRange.prefix("/app/");
    make(new AuthChange.AddRole("app"));
    make(new AuthChange.Grant("app", KeyRange.between("/app/", "/z"), AccessMode.READ));
    make(new AuthChange.Grant("app", range, AccessMode.WRITE));
    make(new AuthChange.Grant("app", range, AccessMode.READ));
    assertThat(etcd.grantsOf("app").answer().orElseThrow())
        .as("both modes are there")
        .containsEntry(range, AccessMode.READWRITE);

    done(run(auth("enabled: true, " + roles.formatted("read")), true, List.of()));
    assertThat(etcd.grantsOf("app").answer().orElseThrow())
        .containsOnly(
            Map.entry(KeyRange.between("/app/", "/z"), AccessMode.READ),
            Map.entry(range, AccessMode.READ));
    assertThat(
            done(run(auth("enabled: true, " + roles.formatted("read")), true, List.of())).detail())
        .contains("nothing was to be changed");
  }

  @Test
  void prunesWhatTheSpecDoesNotNameWhereItSaysSo() {
    make(new AuthChange.AddUser("me"));
    make(new AuthChange.AddRole("mine"));

    done(run(auth("enabled: true, prune: true, " + ROLES), true, List.of()));
    assertThat(etcd.users().answer().orElseThrow()).containsExactly("root");
    assertThat(etcd.roles().answer().orElseThrow()).containsExactlyInAnyOrder("app", "root");
  }

  private AuthSettings withPassword(Path file) {
    return auth(
        "enabled: true, "
            + ROLES
            + "users: [{name: report, roles: [app], passwordFrom: {file: "
            + file
            + "}}]");
  }

  @Test
  void aPasswordIsReadFromItsFileAndSetAnewWhenThatChanges() throws IOException {
    Path file = root.resolve("report.password");
    Files.write(file, "old secret\n".getBytes(UTF_8));
    AuthSettings auth = withPassword(file);

    TaskResult.Done first = done(run(auth, true, List.of()));
    assertThat(first.toString()).doesNotContain("old secret");
    assertThat(etcd.tries("report", "old secret").answer()).contains(AuthApi.Password.RIGHT);
    long revision = etcd.status().answer().orElseThrow().revision();
    done(run(auth, false, List.of()));
    assertThat(etcd.status().answer().orElseThrow().revision()).isEqualTo(revision);

    Files.write(file, "new secret".getBytes(UTF_8));
    TaskResult.Done look = done(run(auth, false, List.of()));
    assertThat(look.toString()).doesNotContain("new secret");
    assertThat(etcd.tries("report", "new secret").answer()).contains(AuthApi.Password.RIGHT);
    assertThat(etcd.tries("report", "old secret").answer()).contains(AuthApi.Password.WRONG);
  }

  @Test
  void aUserWhosePasswordCannotBeReadComesLaterAndNeverWithoutOne() throws IOException {
    Path file = root.resolve("later.password");
    AuthSettings auth = withPassword(file);

    TaskResult.Done first = done(run(auth, true, List.of()));
    assertThat(enabled()).isTrue();
    assertThat(etcd.users().answer().orElseThrow()).containsExactly("root");
    assertThat(first.values()).containsEntry(ApplyAuth.WAITING, "report");
    assertThat(first.values().get(ApplyAuth.WHY))
        .isEqualTo("report: " + file + " is not on the node");

    Files.write(file, new byte[] {'\n'});
    assertThat(why(run(auth, true, List.of()))).contains("has no password");
    Files.write(file, "secret".getBytes(UTF_8));
    done(run(auth, false, List.of("report")));
    assertThat(etcd.tries("report", "secret").answer()).contains(AuthApi.Password.RIGHT);
    assertThat(rolesOf("report")).containsExactly("app");
  }

  @Test
  void aPasswordIsReadFromItsSecretAndOneThatCannotBeReadChangesNothing() {
    String arn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders/report-AbCdEf";
    AuthSettings auth =
        auth(
            "enabled: true, %susers: [{name: report, roles: [app], passwordFrom: {secret: \"%s\"}}]"
                .formatted(ROLES, arn));

    secrets = asked -> asked.equals(arn) ? "{\"username\": \"report\", \"password\": \"one\"}" : "";
    TaskResult.Done first = done(run(auth, true, List.of()));
    assertThat(first.values()).containsEntry(ApplyAuth.WAITING, "");
    assertThat(etcd.tries("report", "one").answer()).contains(AuthApi.Password.RIGHT);

    secrets = asked -> "two\n";
    assertThat(done(run(auth, false, List.of())).toString()).doesNotContain("two");
    assertThat(etcd.tries("report", "two").answer()).contains(AuthApi.Password.RIGHT);

    secrets = unreadable("AccessDeniedException: not authorized");
    TaskResult denied = run(auth, false, List.of());
    assertThat(why(denied)).isEqualTo("report: AccessDeniedException: not authorized");
    assertThat(etcd.tries("report", "two").answer()).contains(AuthApi.Password.RIGHT);
    assertThat(rolesOf("report")).containsExactly("app");

    secrets = asked -> "{\"pass\": \"three\"}";
    assertThat(why(run(auth, false, List.of())))
        .isEqualTo("report: " + arn + " is a JSON object without a text \"password\"");
    secrets = asked -> "two lines\nof text";
    assertThat(why(run(auth, false, List.of()))).isEqualTo("report: " + arn + NO_PASSWORD);
    assertThat(etcd.tries("report", "two").answer()).contains(AuthApi.Password.RIGHT);
  }

  @Test
  void aUserWithoutAPasswordGetsNoneAndTheOtherWayRoundItIsTold() throws IOException {
    Path file = root.resolve("report.password");
    Files.write(file, "secret".getBytes(UTF_8));
    make(new AuthChange.AddUser("report"));
    assertThat(etcd.make(new AuthChange.AddUser("app"), Optional.of("by hand")).answer())
        .isPresent();

    AuthSettings auth =
        auth(
            "enabled: true, users: [{name: app}, {name: report, passwordFrom: {file: "
                + file
                + "}}]");
    assertThat(why(run(auth, true, List.of())))
        .contains("app: etcd has a password for this user", "report: etcd has this user without");
    assertThat(etcd.tries("app", "by hand").answer()).contains(AuthApi.Password.RIGHT);
  }

  @Test
  void leavesTheEtcdOfAnotherMemberAlone() {
    ApplyAuth command =
        new ApplyAuth(
            new CommandHeader(
                "auth-1",
                SnapshotWorld.INSTANCE,
                SnapshotWorld.UID,
                Generation.FIRST,
                new FencingToken(1),
                SnapshotWorld.NOW),
            auth("enabled: true"),
            "0a",
            true,
            List.of("root"),
            List.of(),
            Duration.ofMinutes(1));

    try {
      assertThat(program().run(new TaskRun(command, 1, Optional.empty()), command))
          .isInstanceOf(TaskResult.Bad.class);
    } catch (TaskFailedException e) {
      throw new AssertionError(e);
    }
    assertThat(enabled()).isFalse();
  }
}
