package io.quorate.localcloud.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.robothy.s3.core.asserionts.BucketAssertions;
import com.robothy.s3.core.asserionts.UploadAssertions;
import com.robothy.s3.core.exception.InvalidPartOrderException;
import com.robothy.s3.core.model.answers.CompleteMultipartUploadAns;
import com.robothy.s3.core.model.answers.PutObjectAns;
import com.robothy.s3.core.model.answers.UploadPartAns;
import com.robothy.s3.core.model.internal.BucketMetadata;
import com.robothy.s3.core.model.internal.LocalS3Metadata;
import com.robothy.s3.core.model.internal.UploadMetadata;
import com.robothy.s3.core.model.internal.UploadPartMetadata;
import com.robothy.s3.core.model.internal.VersionedObjectMetadata;
import com.robothy.s3.core.model.request.CompleteMultipartUploadPartOption;
import com.robothy.s3.core.model.request.PutObjectOptions;
import com.robothy.s3.core.model.request.UploadPartOptions;
import com.robothy.s3.core.service.ObjectService;
import com.robothy.s3.core.storage.Storage;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The library's objects, but for uploads in parts, whose every byte it reads twice and writes
 * twice: S3's processors are not ours. A part has a tag of its own instead of its MD5, and the
 * object is its parts, with a tag made of theirs, as S3's is.
 *
 * <p>The library holds the bucket's lock over each call, and writes what changed after it.
 */
final class PartedObjects implements ObjectService {
  private final LocalS3Metadata metadata;
  private final JoinedStorage storage;

  PartedObjects(LocalS3Metadata metadata, JoinedStorage storage) {
    this.metadata = metadata;
    this.storage = storage;
  }

  @Override
  public LocalS3Metadata localS3Metadata() {
    return metadata;
  }

  @Override
  public Storage storage() {
    return storage;
  }

  @Override
  public UploadPartAns uploadPart(
      String bucket, String key, String upload, Integer number, UploadPartOptions part) {
    return ObjectService.super.uploadPart(
        bucket,
        key,
        upload,
        number,
        UploadPartOptions.builder()
            .contentLength(part.getContentLength())
            .data(part.getData())
            .etag(UUID.randomUUID().toString().replace("-", ""))
            .build());
  }

  @Override
  public CompleteMultipartUploadAns completeMultipartUpload(
      String bucket, String key, String upload, List<CompleteMultipartUploadPartOption> named) {
    BucketMetadata in = BucketAssertions.assertBucketExists(metadata, bucket);
    UploadMetadata open = UploadAssertions.assertUploadExists(in, key, upload);
    List<UploadPartMetadata> parts = inOrder(open, named);
    List<Long> files = parts.stream().map(UploadPartMetadata::getFileId).toList();
    PutObjectAns put =
        putObject(
            bucket,
            key,
            PutObjectOptions.builder()
                .size(parts.stream().mapToLong(UploadPartMetadata::getSize).sum())
                .content(new ByteArrayInputStream(tags(parts).getBytes(UTF_8)))
                .contentType(open.getContentType())
                .tagging(open.getTagging().orElse(null))
                .userMetadata(open.getUserMetadata())
                .build());
    VersionedObjectMetadata object = in.getObjectMetadata(key).orElseThrow().getLatest();
    object.setEtag(put.getEtag() + "-" + parts.size());
    storage.join(object.getFileId(), files);
    close(in, key, upload, files);
    return CompleteMultipartUploadAns.builder()
        .location("/" + bucket + "/" + key)
        .versionId(put.getVersionId())
        .etag(object.getEtag())
        .build();
  }

  /** Of which the object's tag is the MD5. */
  private static String tags(List<UploadPartMetadata> parts) {
    return String.join("\n", parts.stream().map(UploadPartMetadata::getEtag).toList());
  }

  private static List<UploadPartMetadata> inOrder(
      UploadMetadata open, List<CompleteMultipartUploadPartOption> named) {
    if (named.isEmpty()) {
      throw new IllegalArgumentException("You must specify at least 1 multipart upload part.");
    }
    List<UploadPartMetadata> parts = new ArrayList<>();
    int last = 0;
    for (CompleteMultipartUploadPartOption part : named) {
      if (part.getPartNumber() <= last) {
        throw new InvalidPartOrderException();
      }
      last = part.getPartNumber();
      parts.add(UploadAssertions.assertPartNumberExists(open, last));
    }
    return parts;
  }

  /** Ends the upload; parts that its object has not are deleted. */
  private void close(BucketMetadata in, String key, String upload, List<Long> taken) {
    Optional.ofNullable(in.getUploads().get(key))
        .map(uploads -> uploads.remove(upload))
        .map(UploadMetadata::getParts)
        .ifPresent(
            parts ->
                parts.values().stream()
                    .map(UploadPartMetadata::getFileId)
                    .filter(file -> !taken.contains(file))
                    .forEach(storage::delete));
    in.getUploads().values().removeIf(Map::isEmpty);
  }
}
