package io.quorate.agent.etcd.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import com.google.protobuf.UnknownFieldSet;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.quorate.agent.port.Reply;
import io.quorate.spec.EtcdVersion;
import java.time.Duration;
import java.util.Optional;

/** etcd's call Maintenance.Downgrade, which jetcd 0.8.7 lacks. */
final class DowngradeCall {
  private static final MethodDescriptor<Empty, Empty> METHOD =
      MethodDescriptor.<Empty, Empty>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName(
              MethodDescriptor.generateFullMethodName(MaintenanceGrpc.SERVICE_NAME, "Downgrade"))
          .setRequestMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
          .build();

  /** Fields of DowngradeRequest, and values of its action. */
  private static final int ACTION = 1;

  private static final int VERSION = 2;
  private static final int ENABLE = 1;
  private static final int CANCEL = 2;

  private DowngradeCall() {}

  /** Allows the cluster to go back to the line of this version; no more where it is empty. */
  static Reply<Boolean> make(
      GrpcCall call, String clientUrl, Duration deadline, Optional<EtcdVersion> to) {
    UnknownFieldSet.Builder fields = UnknownFieldSet.newBuilder();
    fields.mergeVarintField(ACTION, to.isPresent() ? ENABLE : CANCEL);
    to.ifPresent(
        version ->
            fields.mergeField(
                VERSION,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFromUtf8(version.line()))
                    .build()));
    Empty request = Empty.newBuilder().setUnknownFields(fields.build()).build();
    return call.make(
        clientUrl,
        channel -> MaintenanceGrpc.newFutureStub(channel),
        deadline,
        stub ->
            ClientCalls.futureUnaryCall(
                stub.getChannel().newCall(METHOD, stub.getCallOptions()), request),
        reply -> true);
  }
}
