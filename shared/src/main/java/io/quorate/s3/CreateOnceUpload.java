package io.quorate.s3;

import io.quorate.snapshot.SnapshotStoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/**
 * Uploads one object, unless its key exists:
 *
 * <ol>
 *   <li>what fits into one part is put at once;
 *   <li>else an upload is created, a part is filled from the stream while the two before it are
 *       sent, and the upload is completed; three parts are in memory;
 *   <li>both create the object only where there is none. An answer that was lost is asked for again
 *       by the SDK, and then the own object is in the way: the object's nonce tells that;
 *   <li>what fails is aborted.
 * </ol>
 */
final class CreateOnceUpload {
  private static final Logger LOG = LoggerFactory.getLogger(CreateOnceUpload.class);

  /** S3 takes no smaller one but the last. */
  private static final int PART_BYTES = 5 * 1024 * 1024;

  private static final int SIDE_BY_SIDE = 2;
  private static final int PARTS_MAX = 10_000;
  private static final ThreadFactory SENDERS =
      Thread.ofPlatform().name("upload-part").daemon().factory();
  private static final int NO_SUCH_UPLOAD = 404;
  private static final String NONCE = "quorate-upload";
  private static final String TYPE = "application/octet-stream";

  private final S3Client client;
  private final String bucket;
  private final String key;
  private final Optional<String> kmsKey;
  private final Map<String, String> metadata = Map.of(NONCE, UUID.randomUUID().toString());

  CreateOnceUpload(S3Client client, String bucket, String key, Optional<String> kmsKey) {
    this.client = client;
    this.bucket = bucket;
    this.key = key;
    this.kmsKey = kmsKey;
  }

  /** Uploads the stream; its size in bytes. */
  long send(InputStream data, LongConsumer progress) throws IOException {
    byte[] part = new byte[PART_BYTES];
    int filled = data.readNBytes(part, 0, PART_BYTES);
    if (filled < PART_BYTES) {
      put(part, filled);
      progress.accept(filled);
      return filled;
    }
    return sendParts(data, part, progress);
  }

  private void put(byte[] bytes, int length) {
    PutObjectRequest.Builder put =
        PutObjectRequest.builder().bucket(bucket).key(key).ifNoneMatch("*").metadata(metadata);
    kmsKey.ifPresent(id -> put.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId(id));
    try {
      client.putObject(put.contentType(TYPE).build(), body(bytes, length));
    } catch (S3Exception e) {
      if (!S3Failures.exists(e) || !standsAlready()) {
        throw S3Failures.of("creating", bucket, key, e);
      }
    } catch (SdkException e) {
      throw S3Failures.of("creating", bucket, key, e);
    }
  }

  private long sendParts(InputStream data, byte[] part, LongConsumer progress) throws IOException {
    String upload = create();
    boolean completed = false;
    try {
      List<CompletedPart> sent = new ArrayList<>();
      long total = transfer(upload, data, part, sent, progress);
      complete(upload, sent);
      completed = true;
      return total;
    } finally {
      if (!completed) {
        abort(upload);
      }
    }
  }

  /** Closing the senders waits for the parts under way: none arrives after the upload's end. */
  private long transfer(
      String upload,
      InputStream data,
      byte[] first,
      List<CompletedPart> sent,
      LongConsumer progress)
      throws IOException {
    byte[] filling = first;
    long total = 0;
    try (ExecutorService senders = Executors.newFixedThreadPool(SIDE_BY_SIDE, SENDERS)) {
      Queue<Sending> underWay = new ArrayDeque<>();
      int parts = 0;
      for (int filled = PART_BYTES; filled > 0; filled = data.readNBytes(filling, 0, PART_BYTES)) {
        if (parts == PARTS_MAX) {
          throw new IOException(
              key + " has more than " + total + " bytes: an upload has at most 10,000 parts");
        }
        byte[] full = filling;
        int number = ++parts;
        int length = filled;
        total += filled;
        underWay.add(
            new Sending(senders.submit(() -> sendPart(upload, number, full, length)), full, total));
        filling =
            underWay.size() > SIDE_BY_SIDE
                ? ended(underWay.remove(), sent, progress)
                : new byte[PART_BYTES];
      }
      while (!underWay.isEmpty()) {
        ended(underWay.remove(), sent, progress);
      }
      return total;
    }
  }

  /** A part under way, and how much there is up to its end. */
  private record Sending(Future<CompletedPart> part, byte[] buffer, long upTo) {}

  /** Waits for a part; its buffer, which is free again. */
  private byte[] ended(Sending sending, List<CompletedPart> sent, LongConsumer progress)
      throws IOException {
    sent.add(await(sending.part()));
    progress.accept(sending.upTo());
    return sending.buffer();
  }

  private CompletedPart await(Future<CompletedPart> part) throws IOException {
    try {
      return part.get();
    } catch (InterruptedException e) {
      part.cancel(true);
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while uploading s3://" + bucket + "/" + key);
      interrupted.initCause(e);
      throw interrupted;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SnapshotStoreException failure) {
        throw failure;
      }
      throw new IllegalStateException("uploading s3://" + bucket + "/" + key, e);
    }
  }

  private String create() {
    CreateMultipartUploadRequest.Builder create =
        CreateMultipartUploadRequest.builder()
            .bucket(bucket)
            .key(key)
            .contentType(TYPE)
            .metadata(metadata);
    kmsKey.ifPresent(
        id -> create.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId(id));
    try {
      return client.createMultipartUpload(create.build()).uploadId();
    } catch (SdkException e) {
      throw S3Failures.of("beginning the upload of", bucket, key, e);
    }
  }

  private CompletedPart sendPart(String upload, int number, byte[] part, int length) {
    try {
      String etag =
          client
              .uploadPart(
                  to -> to.bucket(bucket).key(key).uploadId(upload).partNumber(number),
                  body(part, length))
              .eTag();
      return CompletedPart.builder().partNumber(number).eTag(etag).build();
    } catch (SdkException e) {
      throw S3Failures.of("uploading part " + number + " of", bucket, key, e);
    }
  }

  private void complete(String upload, List<CompletedPart> parts) {
    try {
      client.completeMultipartUpload(
          to ->
              to.bucket(bucket)
                  .key(key)
                  .uploadId(upload)
                  .ifNoneMatch("*")
                  .multipartUpload(all -> all.parts(parts)));
    } catch (S3Exception e) {
      boolean maybeOwn = S3Failures.exists(e) || e.statusCode() == NO_SUCH_UPLOAD;
      if (!maybeOwn || !standsAlready()) {
        throw S3Failures.of("completing the upload of", bucket, key, e);
      }
    } catch (SdkException e) {
      throw S3Failures.of("completing the upload of", bucket, key, e);
    }
  }

  /** Whether the object that is there is the one that this upload made. */
  private boolean standsAlready() {
    try {
      return client.headObject(of -> of.bucket(bucket).key(key)).metadata().entrySet().stream()
          .anyMatch(
              entry ->
                  entry.getKey().equalsIgnoreCase(NONCE)
                      && entry.getValue().equals(metadata.get(NONCE)));
    } catch (S3Exception e) {
      return false;
    } catch (SdkException e) {
      throw S3Failures.of("looking at", bucket, key, e);
    }
  }

  /**
   * An interrupted thread could not call S3. What cannot be aborted is left to the bucket's rule
   * for incomplete uploads: the error that led here is the one to tell.
   */
  private void abort(String upload) {
    boolean interrupted = Thread.interrupted();
    try {
      client.abortMultipartUpload(of -> of.bucket(bucket).key(key).uploadId(upload));
    } catch (SdkException e) {
      LOG.warn(
          "event=upload-not-aborted bucket={} key={} detail=\"{}\"", bucket, key, e.getMessage());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Reads the buffer where it is: the SDK's other bodies copy it. */
  private static RequestBody body(byte[] bytes, int length) {
    return RequestBody.fromContentProvider(
        () -> new ByteArrayInputStream(bytes, 0, length), length, TYPE);
  }
}
