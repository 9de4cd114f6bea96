package io.quorate.agent.app;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads documents of the instance metadata service, version 2. A new token is fetched for each
 * read: reads are seconds apart, and a token that ran out is no case of its own then.
 */
final class MetadataDocuments {
  private static final int TIMEOUT_MILLIS = 1_000;
  private static final int LONGEST = 4_096;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

  private final String endpoint;

  /**
   * @param endpoint such as {@code http://169.254.169.254}
   */
  MetadataDocuments(String endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * One document by its path below {@code /latest/meta-data/}; empty where there is none.
   *
   * @throws IOException when the service did not answer
   */
  Optional<String> read(String path) throws IOException {
    HttpURLConnection asked = open("/latest/api/token");
    asked.setRequestMethod("PUT");
    asked.setRequestProperty("X-aws-ec2-metadata-token-ttl-seconds", "60");
    String token =
        answer(asked)
            .orElseThrow(
                () -> new IOException("the metadata service at " + endpoint + " gave no token"));
    HttpURLConnection document = open("/latest/meta-data/" + path);
    document.setRequestProperty("X-aws-ec2-metadata-token", token);
    return answer(document);
  }

  private HttpURLConnection open(String path) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(endpoint + path).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    return connection;
  }

  private static Optional<String> answer(HttpURLConnection connection) throws IOException {
    try {
      int status = connection.getResponseCode();
      if (status == NOT_FOUND) {
        return Optional.empty();
      }
      if (status != OK) {
        throw new IOException(connection.getURL() + " answered " + status);
      }
      try (InputStream body = connection.getInputStream()) {
        return Optional.of(new String(body.readNBytes(LONGEST), StandardCharsets.UTF_8));
      }
    } finally {
      connection.disconnect();
    }
  }
}
