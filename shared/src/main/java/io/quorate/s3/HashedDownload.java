package io.quorate.s3;

import io.quorate.model.Sha256;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongConsumer;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Downloads one object to a file, and hashes what the file then holds:
 *
 * <ol>
 *   <li>the first part is asked for; its answer says how large the object is, and which one it is;
 *   <li>the other parts of that very object come beside it, a few at a time: one connection to S3
 *       is slower than a network or a disk. Each goes to its place in the file;
 *   <li>parts are hashed in their order, from the file, as soon as they are there.
 * </ol>
 */
public final class HashedDownload {
  private static final int PART_BYTES = 8 * 1024 * 1024;
  private static final int CHUNK_BYTES = 64 * 1024;
  private static final int BESIDE_THE_FIRST = 3;
  private static final int NO_SUCH_RANGE = 416;
  private static final ThreadFactory RECEIVERS =
      Thread.ofPlatform().name("download-part").daemon().factory();

  private final S3Client client;
  private final String bucket;
  private final String key;

  /** Of this object; the caller closes the client. */
  public HashedDownload(S3Client client, String bucket, String key) {
    this.client = client;
    this.bucket = bucket;
    this.key = key;
  }

  /**
   * Downloads to the file, which is overwritten; SHA-256 of what was received, in hex.
   *
   * @param progress told the bytes so far
   * @throws SnapshotStoreException when the bucket did not do what was asked
   * @throws IOException when the file could not be written
   */
  public String to(Path target, LongConsumer progress) throws IOException {
    try (FileChannel file =
            FileChannel.open(
                target,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        ExecutorService receivers = Executors.newFixedThreadPool(BESIDE_THE_FIRST, RECEIVERS)) {
      try {
        return new Transfer(file, progress).run(receivers);
      } finally {
        receivers.shutdownNow();
      }
    } catch (SdkException e) {
      throw failed(e);
    }
  }

  /** A part of the object, by its place; the end is the first byte after it. */
  private record Part(long begin, long end) {
    String range() {
      return "bytes=" + begin + "-" + (end - 1);
    }
  }

  private final class Transfer {
    private final FileChannel file;
    private final LongConsumer progress;
    private final MessageDigest digest = Sha256.digest();
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);

    Transfer(FileChannel file, LongConsumer progress) {
      this.file = file;
      this.progress = progress;
    }

    String run(ExecutorService receivers) throws IOException {
      Queue<Future<Part>> others = new ArrayDeque<>();
      Part first = new Part(0, PART_BYTES);
      try (ResponseInputStream<GetObjectResponse> body = open(first, Optional.empty())) {
        GetObjectResponse answer = body.response();
        long size = size(answer);
        Part received = answer.contentRange() == null ? new Part(0, size) : within(first, size);
        for (long at = received.end(); at < size; at += PART_BYTES) {
          Part next = within(new Part(at, at + PART_BYTES), size);
          others.add(receivers.submit(() -> receive(next, answer.eTag())));
        }
        receive(body, received);
        hash(received);
      } catch (S3Exception e) {
        if (e.statusCode() != NO_SUCH_RANGE) {
          throw e;
        }
        progress.accept(0); // It has no first byte: it is empty.
      }
      for (Future<Part> other : others) {
        hash(await(other));
      }
      return Sha256.hex(digest);
    }

    private Part receive(Part part, String tag) throws IOException {
      try (ResponseInputStream<GetObjectResponse> body = open(part, Optional.ofNullable(tag))) {
        String range = String.valueOf(body.response().contentRange());
        if (!range.startsWith("bytes " + part.begin() + "-")) {
          throw broken("it was asked for " + part.range() + ", and gave " + range);
        }
        receive(body, part);
        return part;
      }
    }

    /** Writes a part to its place. */
    private void receive(ResponseInputStream<GetObjectResponse> body, Part part)
        throws IOException {
      byte[] bytes = new byte[CHUNK_BYTES];
      long at = part.begin();
      for (int read = next(body, bytes); read >= 0; read = next(body, bytes)) {
        ByteBuffer unwritten = ByteBuffer.wrap(bytes, 0, read);
        while (unwritten.hasRemaining()) {
          at += file.write(unwritten, at);
        }
        if (at > part.end() || Thread.currentThread().isInterrupted()) {
          body.abort();
          break;
        }
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("interrupted while downloading " + name());
      }
      if (at != part.end()) {
        throw broken("it ended after " + at + " of " + part.end() + " bytes");
      }
    }

    private void hash(Part part) throws IOException {
      long at = part.begin();
      while (at < part.end()) {
        chunk.clear().limit((int) Math.min(CHUNK_BYTES, part.end() - at));
        int read = file.read(chunk, at);
        if (read < 0) {
          throw new EOFException("the file of " + name() + " was cut at " + at);
        }
        digest.update(chunk.flip());
        at += read;
        progress.accept(at);
      }
    }
  }

  private ResponseInputStream<GetObjectResponse> open(Part part, Optional<String> tag) {
    GetObjectRequest.Builder get =
        GetObjectRequest.builder().bucket(bucket).key(key).range(part.range());
    tag.ifPresent(get::ifMatch);
    return client.getObject(get.build());
  }

  private static Part within(Part part, long size) {
    return new Part(part.begin(), Math.min(part.end(), size));
  }

  /** Of the whole object; a service that knows no ranges answers with all of it. */
  private long size(GetObjectResponse answer) {
    String range = answer.contentRange();
    if (range == null) {
      return answer.contentLength();
    }
    try {
      return Long.parseLong(range.substring(range.lastIndexOf('/') + 1));
    } catch (NumberFormatException e) {
      throw new SnapshotStoreException(
          Cause.UNREADABLE, name() + " has the range \"" + range + "\", expected its size", e);
    }
  }

  /** An error of the connection is the bucket's, not the file's. */
  private int next(InputStream body, byte[] chunk) {
    try {
      return body.read(chunk);
    } catch (IOException e) {
      throw new SnapshotStoreException(Cause.STORE_AWAY, brokenOff() + ": " + e, e);
    }
  }

  private Part await(Future<Part> part) throws IOException {
    try {
      return part.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while downloading " + name());
      interrupted.initCause(e);
      throw interrupted;
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case SnapshotStoreException failure -> throw failure;
        case SdkException failure -> throw failure;
        case IOException failure -> throw failure;
        case null, default -> throw new IllegalStateException("downloading " + name(), e);
      }
    }
  }

  private SnapshotStoreException failed(SdkException e) {
    return S3Failures.of("downloading", bucket, key, e);
  }

  private SnapshotStoreException broken(String how) {
    return new SnapshotStoreException(Cause.STORE_AWAY, brokenOff() + ": " + how);
  }

  private String brokenOff() {
    return "downloading " + name() + " broke off";
  }

  private String name() {
    return "s3://" + bucket + "/" + key;
  }
}
