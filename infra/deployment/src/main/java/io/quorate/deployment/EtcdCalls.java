package io.quorate.deployment;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.AbstractStub;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Calls one member, and no other, over gRPC; none is made twice. */
final class EtcdCalls {
  private static final EtcdChannels CHANNELS = new EtcdChannels();

  /** After these the connection may lead nowhere any more. */
  private static final Set<Status.Code> BROKEN =
      EnumSet.of(
          Status.Code.UNAVAILABLE,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.INTERNAL,
          Status.Code.UNKNOWN,
          Status.Code.CANCELLED);

  private final EtcdChannels.To to;
  private final Duration patience;

  /** A call that was begun on a channel. */
  private record Begun<R>(ManagedChannel channel, ListenableFuture<R> reply) {}

  /**
   * To the member at a client URL.
   *
   * @param patience within which each call ends
   */
  EtcdCalls(EtcdChannels.To to, Duration patience) {
    this.to = to;
    this.patience = patience;
  }

  /**
   * Makes a call. Nobody who takes no connection is waited for; and after a call without an answer
   * the next one connects anew, for what is in between may lead it elsewhere.
   *
   * @throws UncheckedIOException when it was refused, or not answered in time
   */
  <S extends AbstractStub<S>, R> R make(
      Function<Channel, S> stub, Function<S, ListenableFuture<R>> request) {
    Begun<R> call =
        CHANNELS.begin(
            to, channel -> new Begun<>(channel, request.apply(ready(stub.apply(channel)))));
    try {
      return call.reply().get();
    } catch (ExecutionException e) {
      Status status = Status.fromThrowable(e);
      if (BROKEN.contains(status.getCode())) {
        CHANNELS.replace(to, call.channel());
      }
      throw new UncheckedIOException(new IOException(to.clientUrl() + ": " + said(status), e));
    } catch (InterruptedException e) {
      call.reply().cancel(true);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted at " + to.clientUrl(), e);
    }
  }

  private <S extends AbstractStub<S>> S ready(S stub) {
    return stub.withDeadlineAfter(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static String said(Status status) {
    return status.getCode()
        + Optional.ofNullable(status.getDescription()).map(words -> " " + words).orElse("");
  }
}
