package io.quorate.agent.snapshots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.AuthedMembers;
import io.quorate.agent.etcd.client.AuthCalls;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.ApplyAuth;
import io.quorate.command.CommandHeader;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.spec.SpecReader;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that reads and writes while its rights are moved about, and never loses them. */
class ApplyAuthClientsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);
  private static final ByteString KEY = ByteString.copyFromUtf8("/app/x");

  @TempDir Path root;
  private final List<String> refused = new ArrayList<>();
  private final AtomicLong calls = new AtomicLong();
  private volatile boolean over;

  @Test
  void aClientKeepsWhatTheOldAndTheNewSpecGiveIt() throws Exception {
    Path password = Files.write(root.resolve("app.password"), "secret".getBytes(UTF_8));
    String user = "users: [{name: app, roles: [%s], passwordFrom: {file: " + password + "}}]";
    try (AuthedMembers members = new AuthedMembers(root, 1, 0);
        SnapshotClient client = members.calls(0)) {
      apply(
          members,
          "roles: [{name: a, permissions: [{mode: readwrite, prefix: /app/}]}], "
              + user.formatted("a"));
      Thread thread = new Thread(() -> reads(client), "client");
      thread.start();
      for (String next :
          List.of(
              "roles: [{name: b, permissions: [{mode: readwrite, prefix: /app/}]}], "
                  + user.formatted("b"),
              "roles: [{name: b, permissions: [{mode: read, prefix: /app/}]},"
                  + " {name: c, permissions: [{mode: write, key: /app/x}]}], "
                  + user.formatted("b, c"),
              "roles: [{name: b, permissions: [{mode: write, prefix: /app/}]},"
                  + " {name: c, permissions: [{mode: read, key: /app/x}]}], "
                  + user.formatted("b, c"),
              "prune: true, roles: [{name: d, permissions: [{mode: readwrite, prefix: \"\"}]}], "
                  + user.formatted("d"))) {
        apply(members, next);
        long seen = calls.get();
        RealEtcd.await("the client goes on", () -> calls.get() > seen + 20);
      }
      over = true;
      thread.join(Duration.ofSeconds(20));
    }

    assertThat(refused).isEmpty();
    assertThat(calls.get()).isGreaterThan(80);
  }

  private void reads(SnapshotClient client) {
    String token =
        client
            .ask(
                AuthGrpc::newFutureStub,
                DEADLINE,
                stub ->
                    stub.authenticate(
                        AuthenticateRequest.newBuilder()
                            .setName("app")
                            .setPassword("secret")
                            .build()),
                reply -> reply.getToken())
            .answer()
            .orElseThrow();
    Metadata headers = new Metadata();
    headers.put(TOKEN, token);
    while (!over) {
      keep(
          client.ask(
              channel ->
                  KVGrpc.newFutureStub(channel)
                      .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers)),
              DEADLINE,
              stub -> stub.put(PutRequest.newBuilder().setKey(KEY).setValue(KEY).build()),
              reply -> true));
      keep(
          client.ask(
              channel ->
                  KVGrpc.newFutureStub(channel)
                      .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers)),
              DEADLINE,
              stub -> stub.range(RangeRequest.newBuilder().setKey(KEY).build()),
              reply -> true));
    }
  }

  /** A request that was on its way while users changed may fail once; it is no loss of a right. */
  private void keep(Reply<Boolean> reply) {
    calls.incrementAndGet();
    if (reply.answer().isEmpty() && !reply.words().contains("revision of auth store is old")) {
      refused.add(reply.words());
    }
  }

  private static void apply(AuthedMembers members, String section) throws TaskFailedException {
    ApplyAuth command =
        new ApplyAuth(
            new CommandHeader(
                "auth-1",
                SnapshotWorld.INSTANCE,
                SnapshotWorld.UID,
                Generation.FIRST,
                new FencingToken(1),
                SnapshotWorld.NOW),
            SpecReader.read(
                    "name: demo\netcd: {version: 3.5}\ntls: {mode: managed, clients: required}\n"
                        + "auth: {enabled: true, "
                        + section
                        + "}\n")
                .orThrow()
                .auth()
                .orElseThrow(),
            "0a",
            true,
            List.of("root"),
            List.of(),
            Duration.ofMinutes(1));
    try (SnapshotClient own = members.calls(0)) {
      MemberStatus status = own.status().answer().orElseThrow();
      MemberIdentity identity =
          new MemberIdentity(
              SnapshotWorld.UID, Generation.FIRST, status.clusterId(), status.memberId(), "dir");
      assertThat(
              new ApplyAuthProgram(
                      () -> new AuthCalls(members.calls(0)),
                      arn -> {
                        throw new AssertionError("no secret is asked for");
                      },
                      System::nanoTime,
                      () -> false)
                  .run(new TaskRun(command, 1, Optional.of(identity)), command))
          .isInstanceOf(TaskResult.Done.class);
    }
  }
}
