package io.quorate.localcloud.data;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.gateway.PartitionKeys;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.JsonBody;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.dynamodb.services.exceptions.DynamoDBLocalServiceException;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/**
 * DynamoDB: AWS's own DynamoDB Local, in process and without a port. It calls its region "ddblocal"
 * and its account zeroes; in the operations that speak of ARNs those are translated.
 */
public final class DynamoDbServer implements ServiceEndpoint, PartitionKeys, AutoCloseable {
  private static final String LOCAL_ARN = "arn:aws:dynamodb:ddblocal:000000000000:";

  /** It takes letters and digits only; all principals share one database. */
  private static final List<String> CREDENTIAL =
      List.of(
          "AWS4-HMAC-SHA256 Credential=quorate/20260101/us-east-1/dynamodb/aws4_request,"
              + " SignedHeaders=host, Signature=none");

  /** Those that consume capacity units. */
  static final Set<String> ITEM_OPERATIONS =
      Set.of(
          "GetItem",
          "PutItem",
          "UpdateItem",
          "DeleteItem",
          "Query",
          "Scan",
          "BatchGetItem",
          "BatchWriteItem",
          "TransactGetItems",
          "TransactWriteItems");

  private final LocalDynamoDBServerHandler tables;
  private final InProcessHttp http;
  private final String cloudArn;
  private final Map<String, String> partitionKeys = new ConcurrentHashMap<>();

  private DynamoDbServer(LocalDynamoDBServerHandler tables, InProcessHttp http, String cloudArn) {
    this.tables = tables;
    this.http = http;
    this.cloudArn = cloudArn;
  }

  /** Opens the tables in the home folder, or none in memory where there is no such folder. */
  public static DynamoDbServer start(Optional<Path> home, String region, String account)
      throws IOException {
    SqliteLog.silence();
    Optional<Path> folder = home.map(parent -> parent.resolve("dynamodb"));
    if (folder.isPresent()) {
      Files.createDirectories(folder.get());
    }
    try {
      String path = folder.map(Path::toString).orElse(null);
      var tables =
          new LocalDynamoDBServerHandler(
              new LocalDynamoDBRequestHandler(0, folder.isEmpty(), path, true, false), null);
      InProcessHttp http = InProcessHttp.start(tables);
      String arn = "arn:aws:dynamodb:%s:%s:".formatted(region, account);
      return new DynamoDbServer(tables, http, arn);
    } catch (DynamoDBLocalServiceException e) {
      throw new IOException("DynamoDB Local did not start on " + folder, e);
    }
  }

  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    String target = call.header("x-amz-target").orElse("");
    String operation = target.substring(target.indexOf('.') + 1);
    if (operation.equals("DeleteTable")) {
      partitionKeys.clear();
    }
    return ITEM_OPERATIONS.contains(operation)
        ? send(call, call.body())
        : outward(send(call, replace(call.body(), cloudArn, LOCAL_ARN)));
  }

  @Override
  public Optional<String> of(String table) throws IOException {
    String known = partitionKeys.get(table);
    if (known != null) {
      return Optional.of(known);
    }
    HttpCall describe =
        new HttpCall(
            "POST",
            "/",
            "",
            Map.of(
                "x-amz-target", List.of("DynamoDB_20120810.DescribeTable"),
                "content-type", List.of("application/x-amz-json-1.0")),
            JSON.std.asBytes(Map.of("TableName", table)),
            "gateway");
    HttpReply reply = send(describe, describe.body());
    if (reply.status() != 200) {
      return Optional.empty();
    }
    Optional<String> name =
        JsonBody.of(reply.body()).object("Table").objects("KeySchema").stream()
            .filter(key -> key.text("KeyType").filter("HASH"::equals).isPresent())
            .flatMap(key -> key.text("AttributeName").stream())
            .findFirst();
    name.ifPresent(key -> partitionKeys.put(table, key));
    return name;
  }

  @Override
  public void close() throws IOException {
    http.close();
    tables.close();
  }

  private HttpReply send(HttpCall call, byte[] body) throws IOException {
    Map<String, List<String>> headers = new ConcurrentHashMap<>(call.headers());
    headers.put("authorization", CREDENTIAL);
    return http.send(call.method(), "/", headers, body);
  }

  /** The checksum would be of other bytes. */
  private HttpReply outward(HttpReply reply) {
    Map<String, String> headers = new ConcurrentHashMap<>(reply.headers());
    headers.keySet().removeIf(name -> name.equalsIgnoreCase("x-amz-crc32"));
    return new HttpReply(reply.status(), headers, replace(reply.body(), LOCAL_ARN, cloudArn));
  }

  private static byte[] replace(byte[] body, String from, String to) {
    return new String(body, ISO_8859_1).replace(from, to).getBytes(ISO_8859_1);
  }
}
