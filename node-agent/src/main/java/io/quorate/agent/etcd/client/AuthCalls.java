package io.quorate.agent.etcd.client;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.etcd.jetcd.api.AuthDisableRequest;
import io.etcd.jetcd.api.AuthEnableRequest;
import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthRoleAddRequest;
import io.etcd.jetcd.api.AuthRoleDeleteRequest;
import io.etcd.jetcd.api.AuthRoleGetRequest;
import io.etcd.jetcd.api.AuthRoleGrantPermissionRequest;
import io.etcd.jetcd.api.AuthRoleListRequest;
import io.etcd.jetcd.api.AuthRoleRevokePermissionRequest;
import io.etcd.jetcd.api.AuthUserAddRequest;
import io.etcd.jetcd.api.AuthUserChangePasswordRequest;
import io.etcd.jetcd.api.AuthUserDeleteRequest;
import io.etcd.jetcd.api.AuthUserGetRequest;
import io.etcd.jetcd.api.AuthUserGrantRoleRequest;
import io.etcd.jetcd.api.AuthUserListRequest;
import io.etcd.jetcd.api.AuthUserRevokeRoleRequest;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.Permission;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.quorate.agent.port.AuthApi;
import io.quorate.agent.port.Reply;
import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthChange;
import io.quorate.auth.KeyRange;
import io.quorate.state.MemberStatus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Calls to the access control of one etcd; what jetcd's messages lack is written by hand. */
public final class AuthCalls implements AuthApi {
  private static final Duration DEADLINE = Duration.ofSeconds(8);
  private static final int ENABLED = 2;
  private static final int REVISION = 3;
  private static final int OPTIONS = 3;
  private static final int NO_PASSWORD = 1;

  private static final MethodDescriptor<byte[], byte[]> STATUS =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("etcdserverpb.Auth/AuthStatus")
          .setRequestMarshaller(new Bytes())
          .setResponseMarshaller(new Bytes())
          .build();

  private final SnapshotClient etcd;

  /** Calls this one. */
  public AuthCalls(SnapshotClient etcd) {
    this.etcd = etcd;
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public Reply<MemberStatus> member() {
    return etcd.status();
  }

  @Override
  public void close() {
    etcd.close();
  }

  @Override
  public Reply<Status> status() {
    return etcd.ask(AuthGrpc::newFutureStub, DEADLINE, AuthCalls::askStatus, AuthCalls::status);
  }

  static Reply<Status> status(GrpcCall call, String endpoint, Duration deadline) {
    return call.make(
        endpoint, AuthGrpc::newFutureStub, deadline, AuthCalls::askStatus, AuthCalls::status);
  }

  private static ListenableFuture<byte[]> askStatus(AuthGrpc.AuthFutureStub stub) {
    return ClientCalls.futureUnaryCall(
        stub.getChannel().newCall(STATUS, stub.getCallOptions()), new byte[0]);
  }

  private static Status status(byte[] reply) {
    try {
      UnknownFieldSet fields = UnknownFieldSet.parseFrom(reply);
      return new Status(number(fields, ENABLED) != 0, number(fields, REVISION));
    } catch (InvalidProtocolBufferException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long number(UnknownFieldSet fields, int field) {
    List<Long> values = fields.getField(field).getVarintList();
    return values.isEmpty() ? 0 : values.getLast();
  }

  @Override
  public Reply<List<String>> users() {
    return ask(
        stub -> stub.userList(AuthUserListRequest.getDefaultInstance()),
        reply -> List.copyOf(reply.getUsersList()));
  }

  @Override
  public Reply<List<String>> rolesOf(String user) {
    return ask(
        stub -> stub.userGet(AuthUserGetRequest.newBuilder().setName(user).build()),
        reply -> List.copyOf(reply.getRolesList()));
  }

  @Override
  public Reply<List<String>> roles() {
    return ask(
        stub -> stub.roleList(AuthRoleListRequest.getDefaultInstance()),
        reply -> List.copyOf(reply.getRolesList()));
  }

  @Override
  public Reply<Map<KeyRange, AccessMode>> grantsOf(String role) {
    return ask(
        stub -> stub.roleGet(AuthRoleGetRequest.newBuilder().setRole(role).build()),
        reply -> {
          Map<KeyRange, AccessMode> grants = new TreeMap<>();
          reply
              .getPermList()
              .forEach(
                  perm ->
                      grants.merge(
                          KeyRange.of(
                              perm.getKey().toByteArray(), perm.getRangeEnd().toByteArray()),
                          mode(perm.getPermType()),
                          AccessMode::with));
          return grants;
        });
  }

  private static AccessMode mode(Permission.Type type) {
    return switch (type) {
      case READ -> AccessMode.READ;
      case WRITE -> AccessMode.WRITE;
      case READWRITE -> AccessMode.READWRITE;
      case UNRECOGNIZED -> throw new IllegalStateException("etcd gives a mode that is not known");
    };
  }

  private static Permission.Type type(AccessMode mode) {
    return switch (mode) {
      case READ -> Permission.Type.READ;
      case WRITE -> Permission.Type.WRITE;
      case READWRITE -> Permission.Type.READWRITE;
    };
  }

  @Override
  public Reply<Password> tries(String user, String password) {
    return Password.of(
        ask(
            stub ->
                stub.authenticate(
                    AuthenticateRequest.newBuilder().setName(user).setPassword(password).build()),
            answer -> Password.RIGHT));
  }

  @Override
  public Reply<Boolean> setPassword(String user, String password) {
    return ask(
        stub ->
            stub.userChangePassword(
                AuthUserChangePasswordRequest.newBuilder()
                    .setName(user)
                    .setPassword(password)
                    .build()),
        reply -> true);
  }

  @Override
  public Reply<Boolean> make(AuthChange change, Optional<String> password) {
    return switch (change) {
      case AuthChange.AddRole(String role) ->
          ask(
              stub -> stub.roleAdd(AuthRoleAddRequest.newBuilder().setName(role).build()),
              reply -> true);
      case AuthChange.Grant(String role, KeyRange range, AccessMode mode) ->
          ask(
              stub ->
                  stub.roleGrantPermission(
                      AuthRoleGrantPermissionRequest.newBuilder()
                          .setName(role)
                          .setPerm(
                              Permission.newBuilder()
                                  .setPermType(type(mode))
                                  .setKey(ByteString.copyFrom(range.keyBytes()))
                                  .setRangeEnd(ByteString.copyFrom(range.endBytes())))
                          .build()),
              reply -> true);
      case AuthChange.AddUser(String user) ->
          ask(stub -> stub.userAdd(added(user, password)), reply -> true);
      case AuthChange.GrantRole(String user, String role) ->
          ask(
              stub ->
                  stub.userGrantRole(
                      AuthUserGrantRoleRequest.newBuilder().setUser(user).setRole(role).build()),
              reply -> true);
      case AuthChange.RevokeRole(String user, String role) ->
          ask(
              stub ->
                  stub.userRevokeRole(
                      AuthUserRevokeRoleRequest.newBuilder().setName(user).setRole(role).build()),
              reply -> true);
      case AuthChange.Revoke(String role, KeyRange range) ->
          ask(
              stub ->
                  stub.roleRevokePermission(
                      AuthRoleRevokePermissionRequest.newBuilder()
                          .setRole(role)
                          .setKey(ByteString.copyFrom(range.keyBytes()))
                          .setRangeEnd(ByteString.copyFrom(range.endBytes()))
                          .build()),
              reply -> true);
      case AuthChange.DeleteUser(String user) ->
          ask(
              stub -> stub.userDelete(AuthUserDeleteRequest.newBuilder().setName(user).build()),
              reply -> true);
      case AuthChange.DeleteRole(String role) ->
          ask(
              stub -> stub.roleDelete(AuthRoleDeleteRequest.newBuilder().setRole(role).build()),
              reply -> true);
      case AuthChange.Enable() ->
          ask(stub -> stub.authEnable(AuthEnableRequest.getDefaultInstance()), reply -> true);
      case AuthChange.Disable() ->
          ask(stub -> stub.authDisable(AuthDisableRequest.getDefaultInstance()), reply -> true);
    };
  }

  /** Without a password only where etcd is told so: else it would take the empty one. */
  private static AuthUserAddRequest added(String user, Optional<String> password) {
    AuthUserAddRequest.Builder request = AuthUserAddRequest.newBuilder().setName(user);
    if (password.isPresent()) {
      return request.setPassword(password.get()).build();
    }
    UnknownFieldSet options =
        UnknownFieldSet.newBuilder()
            .addField(NO_PASSWORD, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();
    return request
        .setUnknownFields(
            UnknownFieldSet.newBuilder()
                .addField(
                    OPTIONS,
                    UnknownFieldSet.Field.newBuilder()
                        .addLengthDelimited(options.toByteString())
                        .build())
                .build())
        .build();
  }

  private <R, T> Reply<T> ask(
      Function<AuthGrpc.AuthFutureStub, ListenableFuture<R>> request, Function<R, T> answer) {
    return etcd.ask(AuthGrpc::newFutureStub, DEADLINE, request, answer);
  }
}
