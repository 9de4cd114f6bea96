package io.quorate.localcloud.gateway;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The customer keys of buckets and tables. As on AWS, S3 and DynamoDB use a key in the caller's
 * name: who reads or writes needs the rights to the key as well.
 */
public final class CustomerKeys {
  private static final Set<String> OBJECTS = Set.of("s3:GetObject", "s3:PutObject");

  /** What a request on a table needs no key for: it neither reads nor writes an item. */
  private static final Set<String> WITHOUT_ITEMS =
      Set.of(
          "dynamodb:ListTables",
          "dynamodb:DescribeTable",
          "dynamodb:ListStreams",
          "dynamodb:DescribeStream",
          "dynamodb:GetShardIterator");

  private static final List<String> CREATES = List.of("true");

  private final String region;
  private final Map<String, String> keys = new ConcurrentHashMap<>();

  CustomerKeys(String region) {
    this.region = region;
  }

  /**
   * Encrypts a bucket or a table with a key.
   *
   * @param resource ARN of the bucket or table
   * @param key ARN of the key
   */
  public void encrypt(String resource, String key) {
    keys.put(resource, key);
  }

  /** No bucket and no table has a key of a customer any more. */
  public void clear() {
    keys.clear();
  }

  /** What a part of a request needs: the part itself, and the use of the key behind it. */
  Stream<AccessRequest> withUse(AccessRequest part) {
    return keys.entrySet().stream()
        .filter(key -> isIn(key.getKey(), part.resource()))
        .findFirst()
        .map(
            key ->
                Stream.concat(
                    Stream.of(part),
                    actions(part).stream().map(action -> use(action, key.getValue(), part))))
        .orElseGet(() -> Stream.of(part));
  }

  private static boolean isIn(String holder, String resource) {
    return resource.equals(holder) || resource.startsWith(holder + "/");
  }

  private static List<String> actions(AccessRequest part) {
    if (part.action().startsWith("dynamodb:")) {
      return WITHOUT_ITEMS.contains(part.action()) ? List.of() : List.of("kms:Decrypt");
    }
    if (!OBJECTS.contains(part.action())) {
      return List.of();
    }
    if (part.action().equals("s3:GetObject")) {
      return List.of("kms:Decrypt");
    }
    // The parts of an upload are decrypted when they become one object.
    return CREATES.equals(part.conditions().get("s3:ObjectCreationOperation"))
        ? List.of("kms:GenerateDataKey")
        : List.of("kms:GenerateDataKey", "kms:Decrypt");
  }

  private AccessRequest use(String action, String key, AccessRequest part) {
    String service = part.action().substring(0, part.action().indexOf(':'));
    return new AccessRequest(
        action,
        key,
        Map.of("kms:ViaService", List.of("%s.%s.amazonaws.com".formatted(service, region))));
  }
}
