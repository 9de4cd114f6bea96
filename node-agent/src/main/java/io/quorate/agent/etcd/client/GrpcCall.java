package io.quorate.agent.etcd.client;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.AbstractStub;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes one call to one endpoint, with a deadline and without a retry. */
final class GrpcCall {
  private static final long GRACE_MILLIS = 500;
  private static final long LOOK_MILLIS = 100;

  private final EtcdClients clients;

  GrpcCall(EtcdClients clients) {
    this.clients = clients;
  }

  <S extends AbstractStub<S>, R, T> Reply<T> make(
      String endpoint,
      Function<Channel, S> stub,
      Duration deadline,
      Function<S, ListenableFuture<R>> request,
      Function<R, T> answer) {
    return make(endpoint, stub, deadline, request, answer, Optional::empty);
  }

  /**
   * The same, of a call that changes nothing.
   *
   * @param vain asked every 100 ms while there is no answer: why there will be none
   */
  <S extends AbstractStub<S>, R, T> Reply<T> make(
      String endpoint,
      Function<Channel, S> stub,
      Duration deadline,
      Function<S, ListenableFuture<R>> request,
      Function<R, T> answer,
      Supplier<Optional<String>> vain) {
    Optional<String> trouble;
    try {
      trouble = TlsDiagnosis.before(endpoint, clients.tlsFiles());
    } catch (IllegalStateException e) {
      trouble = Optional.of(endpoint + ": not called: " + e.getMessage());
    }
    if (trouble.isPresent()) {
      return new Reply.Refused<>(Refusal.TLS, trouble.get());
    }
    // One member's odd URL must not keep the agent from asking the others.
    if (ClientUrl.of(endpoint).isEmpty()) {
      return new Reply.Refused<>(Refusal.OTHER, ClientUrl.expected(endpoint));
    }
    long millis = deadline.toMillis();
    S ready =
        stub.apply(clients.channel(endpoint)).withDeadlineAfter(millis, TimeUnit.MILLISECONDS);
    ListenableFuture<R> reply = request.apply(ready);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis + GRACE_MILLIS);
    try {
      while (!answered(reply, end)) {
        Optional<String> why = vain.get();
        if (why.isPresent()) {
          reply.cancel(true);
          return new Reply.Unknown<>(endpoint + ": " + why.get());
        }
      }
      return new Reply.Answered<>(answer.apply(reply.get()));
    } catch (ExecutionException e) {
      Status status = Status.fromThrowable(e);
      return status.getCode() == Status.Code.DEADLINE_EXCEEDED
          ? noAnswer(endpoint, deadline)
          : refused(endpoint, status);
    } catch (TimeoutException e) {
      reply.cancel(true);
      return noAnswer(endpoint, deadline);
    } catch (InterruptedException e) {
      reply.cancel(true);
      Thread.currentThread().interrupt();
      return new Reply.Unknown<>(endpoint + ": interrupted");
    }
  }

  /** Waits a while; whether it was answered. */
  private static boolean answered(ListenableFuture<?> reply, long end)
      throws ExecutionException, InterruptedException, TimeoutException {
    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    try {
      reply.get(Math.clamp(left, 0, LOOK_MILLIS), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      if (left <= LOOK_MILLIS) {
        throw e;
      }
      return false;
    }
  }

  /** The same text each time: what gRPC adds differs with every call and does not help. */
  private static <T> Reply<T> noAnswer(String endpoint, Duration deadline) {
    return new Reply.Unknown<>(endpoint + ": no answer within " + deadline.toMillis() + " ms");
  }

  private <T> Reply<T> refused(String endpoint, Status status) {
    Optional<String> trouble =
        Optional.ofNullable(status.getCause())
            .flatMap(cause -> TlsDiagnosis.handshake(endpoint, cause, clients.tlsFiles()));
    if (trouble.isPresent()) {
      return new Reply.Refused<>(Refusal.TLS, trouble.get());
    }
    String message = Optional.ofNullable(status.getDescription()).orElse("");
    boolean notSent = message.contains("io exception") && neverConnected(status);
    String text = endpoint + ": " + status.getCode() + (message.isEmpty() ? "" : " " + message);
    String detail =
        text + TlsDiagnosis.hint(endpoint, message, status.getCause(), clients.tlsFiles());
    return EtcdErrors.reply(status.getCode().name(), message, !notSent, detail);
  }

  private static boolean neverConnected(Status status) {
    Throwable cause = status.getCause();
    return cause instanceof java.net.ConnectException
        || cause instanceof java.net.NoRouteToHostException
        || cause instanceof java.nio.channels.UnresolvedAddressException;
  }
}
