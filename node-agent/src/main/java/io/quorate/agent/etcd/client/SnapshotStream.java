package io.quorate.agent.etcd.client;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.SnapshotRequest;
import io.etcd.jetcd.api.SnapshotResponse;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as a stream of bytes. A few messages, of 32 KiB each, are asked for ahead, and one
 * more for each that is taken to be read: a slow reader holds etcd up, and memory stays bounded.
 * Were only one asked for, each would wait for two threads to wake one another.
 */
final class SnapshotStream extends InputStream {
  private static final long SILENCE_SECONDS = 60;
  private static final int AHEAD = 16;

  private final String endpoint;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private volatile @Nullable ClientCallStreamObserver<SnapshotRequest> call;
  private InputStream chunk = InputStream.nullInputStream();
  private long remaining = Long.MAX_VALUE;
  private boolean ended;

  private sealed interface Event {
    record Chunk(ByteString bytes, long remaining) implements Event {}

    record End() implements Event {}

    record Broken(Throwable cause) implements Event {}
  }

  SnapshotStream(String endpoint) {
    this.endpoint = endpoint;
  }

  ClientResponseObserver<SnapshotRequest, SnapshotResponse> observer() {
    return new ClientResponseObserver<>() {
      @Override
      public void beforeStart(ClientCallStreamObserver<SnapshotRequest> started) {
        started.disableAutoRequestWithInitial(AHEAD);
        call = started;
      }

      @Override
      public void onNext(SnapshotResponse message) {
        events.add(new Event.Chunk(message.getBlob(), message.getRemainingBytes()));
      }

      @Override
      public void onError(Throwable cause) {
        events.add(new Event.Broken(cause));
      }

      @Override
      public void onCompleted() {
        events.add(new Event.End());
      }
    };
  }

  @Override
  public int read() throws IOException {
    return fill() ? chunk.read() : -1;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    return fill() ? chunk.read(into, from, length) : -1;
  }

  /** Whether there are bytes to read; waits for them. */
  private boolean fill() throws IOException {
    while (chunk.available() == 0 && !ended) {
      switch (next()) {
        case Event.Chunk next -> {
          chunk = next.bytes().newInput();
          remaining = next.remaining();
          request();
        }
        case Event.End end -> finish();
        case Event.Broken broken ->
            throw new SnapshotBrokenException(
                "the snapshot of "
                    + endpoint
                    + " broke off: "
                    + Status.fromThrowable(broken.cause()),
                broken.cause());
      }
    }
    return !ended;
  }

  /** A stream that ends early must not pass for a whole snapshot. */
  private void finish() throws SnapshotBrokenException {
    if (remaining != 0) {
      throw new SnapshotBrokenException(
          "the snapshot of " + endpoint + " ended with " + remaining + " bytes to come");
    }
    ended = true;
  }

  private Event next() throws IOException {
    try {
      Event event = events.poll(SILENCE_SECONDS, TimeUnit.SECONDS);
      if (event == null) {
        throw new SnapshotBrokenException(
            "the snapshot of " + endpoint + " sent nothing for " + SILENCE_SECONDS + " s");
      }
      return event;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while reading the snapshot of " + endpoint);
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private void request() {
    ClientCallStreamObserver<SnapshotRequest> running = call;
    if (running != null) {
      running.request(1);
    }
  }

  @Override
  public void close() {
    ClientCallStreamObserver<SnapshotRequest> running = call;
    if (running != null && !ended) {
      running.cancel("the reader closed the snapshot", null);
    }
  }
}
