package io.quorate.localcloud.gateway;

import io.quorate.localcloud.wire.HttpCall;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Makes a {@link HttpCall} of a request on the wire, in one form whichever way it was sent. */
final class RequestReader {
  /** Above the largest part that a client sends in one request, below what the heap can bear. */
  private static final int LARGEST_BODY = 512 << 20;

  private static final Pattern BUCKET_HOST =
      Pattern.compile(
          "(?<bucket>.+?)\\.(?:s3\\.)?(?:127\\.\\d+\\.\\d+\\.\\d+|localhost)(?::\\d+)?");

  private RequestReader() {}

  static Optional<Signature> signatureOf(Request request) {
    return Signature.of(headersOf(request), queryOf(request));
  }

  static HttpCall read(Request request, Optional<Signature> signature) throws IOException {
    Map<String, List<String>> headers = headersOf(request);
    byte[] body = bodyOf(request);
    if (isAwsChunked(headers)) {
      AwsChunkedBody decoded = AwsChunkedBody.decode(body);
      body = decoded.bytes();
      decoded.trailers().forEach((name, value) -> headers.put(name, List.of(value)));
      dropFraming(headers, body.length);
    }
    return new HttpCall(
        request.getMethod().toUpperCase(Locale.ROOT),
        pathOf(request, headers),
        queryOf(request),
        headers,
        body,
        signature.map(Signature::principal).orElse("anonymous"));
  }

  private static byte[] bodyOf(Request request) throws IOException {
    try (InputStream in = Content.Source.asInputStream(request)) {
      byte[] body = read(in, request.getLength());
      if (in.read() >= 0) {
        throw new IOException(
            "body over " + LARGEST_BODY + " bytes: send a large object in several parts");
      }
      return body;
    }
  }

  /** All of it; what tells its length, which is -1 else, is read into one array of that length. */
  private static byte[] read(InputStream in, long length) throws IOException {
    if (length < 0 || length > LARGEST_BODY) {
      return in.readNBytes(LARGEST_BODY);
    }
    byte[] body = new byte[(int) length];
    int read = in.readNBytes(body, 0, body.length);
    return read == length ? body : Arrays.copyOf(body, read);
  }

  private static String queryOf(Request request) {
    return Optional.ofNullable(request.getHttpURI().getQuery()).orElse("");
  }

  /** {@code bucket.127.0.0.1:4566/key} and {@code /bucket/key} are the same. */
  private static String pathOf(Request request, Map<String, List<String>> headers) {
    String path = Optional.ofNullable(request.getHttpURI().getPath()).orElse("/");
    String rooted = path.startsWith("/") ? path : "/" + path;
    var host = BUCKET_HOST.matcher(String.join("", headers.getOrDefault("host", List.of())));
    return host.matches() ? "/" + host.group("bucket") + rooted : rooted;
  }

  private static Map<String, List<String>> headersOf(Request request) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (HttpField field : request.getHeaders()) {
      headers
          .computeIfAbsent(field.getName().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
          .add(Optional.ofNullable(field.getValue()).orElse(""));
    }
    return headers;
  }

  private static boolean isAwsChunked(Map<String, List<String>> headers) {
    return headers.getOrDefault("content-encoding", List.of()).stream()
            .anyMatch(value -> value.contains("aws-chunked"))
        || headers.getOrDefault("x-amz-content-sha256", List.of()).stream()
            .anyMatch(value -> value.startsWith("STREAMING-"));
  }

  private static void dropFraming(Map<String, List<String>> headers, int length) {
    headers.remove("x-amz-decoded-content-length");
    headers.remove("x-amz-trailer");
    headers.remove("transfer-encoding");
    headers.put("content-length", List.of(String.valueOf(length)));
    headers.put("x-amz-content-sha256", List.of("UNSIGNED-PAYLOAD"));
    List<String> encodings =
        headers.getOrDefault("content-encoding", List.of()).stream()
            .map(value -> value.replaceAll("aws-chunked,?\\s*", ""))
            .filter(value -> !value.isBlank())
            .toList();
    if (encodings.isEmpty()) {
      headers.remove("content-encoding");
    } else {
      headers.put("content-encoding", encodings);
    }
  }
}
