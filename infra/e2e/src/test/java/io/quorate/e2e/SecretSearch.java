package io.quorate.e2e;

import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.Principals;
import io.quorate.store.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Looks for private keys where they do not belong: in the tables, in every object of the bucket but
 * the authorities' and those of tokens, in every file of the deployment but the keys' own, and in
 * what the processes show of themselves.
 */
final class SecretSearch {
  private static final String HEADER = "PRIVATE KEY-----";

  private final Stage stage;
  private final List<Path> own;
  private final List<String> secrets;

  private SecretSearch(Stage stage, List<Path> own, List<String> secrets) {
    this.stage = stage;
    this.own = own;
    this.secrets = secrets;
  }

  /** For the keys of all nodes and of their tokens, both authorities and these clients. */
  static SecretSearch of(Stage stage, Collection<EtcdAccess.ClientFiles> clients)
      throws IOException {
    Path home = stage.deployment.config().home();
    List<Path> own = new ArrayList<>();
    clients.forEach(client -> own.add(client.key()));
    files(home).stream()
        .filter(
            file ->
                file.endsWith(Path.of("tls", "node.key"))
                    || file.toString().contains("/token-keys/"))
        .forEach(own::add);
    List<String> secrets = new ArrayList<>();
    for (Path key : own) {
      secrets.add(body(Files.readString(key)));
    }
    try (S3Client bucket = bucket(stage)) {
      for (String key : keys(stage, bucket)) {
        if (holdsKey(key)) {
          secrets.add(body(object(stage, bucket, key)));
        }
      }
    }
    return new SecretSearch(stage, own, secrets);
  }

  private static boolean holdsKey(String objectKey) {
    return objectKey.contains("/pki/") || objectKey.contains("/auth/jwt/");
  }

  /** A line of the key that no other key has: its head is the same for all on one curve. */
  private static String body(String pem) {
    return pem.lines()
        .dropWhile(line -> line.startsWith("-----"))
        .skip(1)
        .findFirst()
        .orElseThrow();
  }

  private static S3Client bucket(Stage stage) {
    return S3Client.builder()
        .endpointOverride(stage.deployment.cloud().endpoint())
        .region(Region.of(stage.deployment.cloud().region()))
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(Principals.ADMINISTRATOR, "local")))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .forcePathStyle(true)
        .build();
  }

  private static List<String> keys(Stage stage, S3Client bucket) {
    return bucket
        .listObjectsV2(list -> list.bucket(stage.deployment.resources().bucket()))
        .contents()
        .stream()
        .map(object -> object.key())
        .toList();
  }

  private static String object(Stage stage, S3Client bucket, String key) {
    byte[] content =
        bucket
            .getObjectAsBytes(get -> get.bucket(stage.deployment.resources().bucket()).key(key))
            .asByteArray();
    return new String(content, StandardCharsets.ISO_8859_1);
  }

  List<String> secrets() {
    return secrets;
  }

  private boolean tells(String text) {
    return text.contains(HEADER) || secrets.stream().anyMatch(text::contains);
  }

  /** Keys of records that tell one. */
  List<String> inTables() {
    return Stream.of(Table.values())
        .flatMap(table -> stage.clusters.store().list(table, stage.name.value(), "").stream())
        .filter(item -> tells(item.attributes().toString()))
        .map(item -> item.key().toString())
        .toList();
  }

  /** Files of the deployment and objects of the bucket that tell one. */
  List<String> inFiles() throws IOException {
    List<String> found = new ArrayList<>();
    Path home = stage.deployment.config().home();
    // The bucket's objects lie there without their keys; they are searched by key below.
    Path ofBucket = home.resolve("s3");
    files(home).stream()
        .filter(file -> !file.startsWith(ofBucket))
        .filter(file -> !own.contains(file) && !file.toString().contains("/pki/"))
        .filter(file -> tells(content(file).orElse("")))
        .forEach(file -> found.add(file.toString()));
    try (S3Client bucket = bucket(stage)) {
      keys(stage, bucket).stream()
          .filter(key -> !holdsKey(key))
          .filter(key -> tells(object(stage, bucket, key)))
          .forEach(key -> found.add("bucket: " + key));
    }
    return found;
  }

  /** All that stay while the folder is walked: a database's journal comes and goes. */
  private static List<Path> files(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            return e instanceof NoSuchFileException
                ? FileVisitResult.CONTINUE
                : super.visitFileFailed(file, e);
          }
        });
    return files;
  }

  /** Processes that show one in their arguments or in their environment. */
  List<String> inProcesses() {
    return ProcessHandle.allProcesses()
        .map(process -> Path.of("/proc", Long.toString(process.pid())))
        .flatMap(process -> Stream.of(process.resolve("cmdline"), process.resolve("environ")))
        .filter(file -> tells(content(file).orElse("")))
        .map(Path::toString)
        .toList();
  }

  /** A file may go while it is looked at, and other users' processes show nothing. */
  private static Optional<String> content(Path file) {
    try {
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      if (file.startsWith("/proc")) {
        return Optional.empty();
      }
      throw new UncheckedIOException(e);
    }
  }
}
