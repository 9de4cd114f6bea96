package io.quorate.localcloud.secrets;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.JsonBody;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/**
 * AWS Secrets Manager (2017-10-17): CreateSecret, PutSecretValue, GetSecretValue, DeleteSecret. A
 * secret is named by its name, its ARN, or its ARN without the six characters at its end.
 */
public final class KeptSecrets implements ServiceEndpoint {
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final int SUFFIX = 6;

  private final String prefix;
  private final Map<String, Secret> secrets = new LinkedHashMap<>();
  private final Optional<Path> file;

  private KeptSecrets(String region, String account, Optional<Path> file) throws IOException {
    prefix = "arn:aws:secretsmanager:%s:%s:secret:".formatted(region, account);
    this.file = file;
    if (file.isPresent() && Files.exists(file.get())) {
      JSON.std
          .mapFrom(Files.readString(file.get()))
          .forEach(
              (arn, value) ->
                  secrets.put(arn, new Secret(arn, String.valueOf(value), UUID.randomUUID())));
    }
  }

  /** The secrets that lie in a folder, or nowhere but in memory. */
  public static KeptSecrets in(String region, String account, Optional<Path> home)
      throws IOException {
    return new KeptSecrets(region, account, home.map(folder -> folder.resolve("secrets.json")));
  }

  private record Secret(String arn, String value, UUID version) {
    String withoutSuffix() {
      return arn.substring(0, arn.length() - SUFFIX - 1);
    }

    String name() {
      return withoutSuffix().substring(arn.indexOf(":secret:") + ":secret:".length());
    }

    Map<String, Object> answer() {
      return new LinkedHashMap<>(
          Map.of("ARN", arn, "Name", name(), "VersionId", version.toString()));
    }
  }

  @Override
  public synchronized HttpReply handle(HttpCall call) throws IOException {
    String target = call.header("x-amz-target").orElse("");
    JsonBody body = JsonBody.of(call);
    try {
      return reply(200, answer(target.substring(target.indexOf('.') + 1), body));
    } catch (AwsError e) {
      return reply(e.status(), Map.of("__type", e.code(), "Message", e.text()));
    }
  }

  private Map<String, Object> answer(String operation, JsonBody body) throws IOException {
    return switch (operation) {
      case "CreateSecret" -> create(body);
      case "PutSecretValue" -> keep(new Secret(found(body).arn(), given(body), UUID.randomUUID()));
      case "GetSecretValue" -> {
        Secret secret = found(body);
        Map<String, Object> answer = secret.answer();
        answer.put("SecretString", secret.value());
        yield answer;
      }
      case "DeleteSecret" -> {
        Secret gone = found(body);
        secrets.remove(gone.arn());
        keep();
        yield gone.answer();
      }
      default ->
          throw new AwsError("UnknownOperationException", 400, "no such operation: " + operation);
    };
  }

  private Map<String, Object> create(JsonBody body) throws IOException {
    String name =
        body.text("Name")
            .orElseThrow(() -> new AwsError("ValidationException", 400, "Name is missing"));
    if (secrets.values().stream().anyMatch(secret -> secret.name().equals(name))) {
      throw new AwsError("ResourceExistsException", 400, "The secret " + name + " already exists.");
    }
    String suffix =
        ThreadLocalRandom.current()
            .ints(SUFFIX, 0, LETTERS.length())
            .mapToObj(LETTERS::charAt)
            .map(String::valueOf)
            .collect(Collectors.joining());
    return keep(new Secret(prefix + name + "-" + suffix, given(body), UUID.randomUUID()));
  }

  private static String given(JsonBody body) {
    return body.text("SecretString")
        .orElseThrow(() -> new AwsError("InvalidRequestException", 400, "SecretString is missing"));
  }

  private Secret found(JsonBody body) {
    String id = body.text("SecretId").orElse("");
    return secrets.values().stream()
        .filter(
            secret ->
                id.equals(secret.arn())
                    || id.equals(secret.withoutSuffix())
                    || id.equals(secret.name()))
        .findFirst()
        .orElseThrow(
            () ->
                new AwsError(
                    "ResourceNotFoundException",
                    400,
                    "Secrets Manager can't find the specified secret."));
  }

  private Map<String, Object> keep(Secret secret) throws IOException {
    secrets.put(secret.arn(), secret);
    keep();
    return secret.answer();
  }

  private void keep() throws IOException {
    if (file.isEmpty()) {
      return;
    }
    Path next = file.get().resolveSibling("secrets.json.next");
    Files.deleteIfExists(next);
    Files.createFile(
        next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(
        next,
        JSON.std.asString(
            secrets.values().stream().collect(Collectors.toMap(Secret::arn, Secret::value))));
    Files.move(next, file.get(), StandardCopyOption.ATOMIC_MOVE);
  }

  private static HttpReply reply(int status, Map<String, ?> body) throws IOException {
    return new HttpReply(
        status, Map.of("Content-Type", "application/x-amz-json-1.1"), JSON.std.asBytes(body));
  }
}
