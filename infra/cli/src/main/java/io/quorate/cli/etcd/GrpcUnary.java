package io.quorate.cli.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/**
 * One gRPC call with one answer, by the JDK's HTTP/2 client. That client does not show the trailers
 * that end an answer: a call that failed has no answer, and its reason may be lost with them.
 */
final class GrpcUnary {
  private static final int PREFIX = 5;
  private static final int OK = 200;
  private static final int VARINT_BITS = 7;

  private GrpcUnary() {}

  /** A message with one number in one field. */
  static byte[] number(int field, long value) {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.write(field << 3);
    long left = value;
    while ((left & ~0x7FL) != 0) {
      message.write((int) ((left & 0x7F) | 0x80));
      left >>>= VARINT_BITS;
    }
    message.write((int) left);
    return message.toByteArray();
  }

  /**
   * Makes the call.
   *
   * @throws IOException when the server refused it, in its words, or did not answer
   */
  static void call(HttpClient http, URI method, byte[] message, Duration timeout)
      throws IOException {
    byte[] frame =
        ByteBuffer.allocate(PREFIX + message.length)
            .put((byte) 0)
            .putInt(message.length)
            .put(message)
            .array();
    HttpRequest request =
        HttpRequest.newBuilder(method)
            .timeout(timeout)
            .header("Content-Type", "application/grpc")
            .header("TE", "trailers")
            .POST(HttpRequest.BodyPublishers.ofByteArray(frame))
            .build();
    HttpResponse<byte[]> answer = send(http, request, HttpResponse.BodyHandlers.ofByteArray());
    Optional<String> status = answer.headers().firstValue("grpc-status");
    boolean done = status.filter(code -> !code.equals("0")).isEmpty();
    if (answer.statusCode() != OK || !done || answer.body().length < PREFIX) {
      throw new IOException("etcd answered: " + words(answer));
    }
  }

  private static String words(HttpResponse<?> answer) {
    return answer
        .headers()
        .firstValue("grpc-message")
        .map(text -> URLDecoder.decode(text.replace("+", "%2B"), UTF_8))
        .orElse(
            answer.statusCode() == OK
                ? "it refused the call, and its log says why"
                : "status " + answer.statusCode());
  }

  /** Sends a request; an interrupted caller stays interrupted. */
  static <T> HttpResponse<T> send(
      HttpClient http, HttpRequest request, HttpResponse.BodyHandler<T> body) throws IOException {
    try {
      return http.send(request, body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while etcd was asked", e);
    }
  }
}
