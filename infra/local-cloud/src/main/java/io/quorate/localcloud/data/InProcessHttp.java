package io.quorate.localcloud.data;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.quorate.localcloud.wire.HttpReply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Asks a Jetty handler over memory instead of over a port that others could reach. */
final class InProcessHttp implements AutoCloseable {
  private static final long LONGEST_ANSWER_SECONDS = 60;

  /** Of one connection, and not of what is asked. */
  private static final Set<String> HOP_HEADERS =
      Set.of(
          "connection", "host", "content-length", "transfer-encoding", "expect", "accept-encoding");

  private final Server server;
  private final LocalConnector connector;

  private InProcessHttp(Server server, LocalConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  static InProcessHttp start(Handler handler) throws IOException {
    QueuedThreadPool threads = new QueuedThreadPool(16, 2);
    threads.setName("dynamodb");
    threads.setDaemon(true);
    Server server = new Server(threads);
    LocalConnector connector = new LocalConnector(server);
    server.addConnector(connector);
    server.setHandler(handler);
    try {
      server.start();
    } catch (Exception e) {
      throw new IOException("in-process server did not start", e);
    }
    return new InProcessHttp(server, connector);
  }

  HttpReply send(String method, String path, Map<String, List<String>> headers, byte[] body)
      throws IOException {
    ByteBuffer reply;
    try {
      reply =
          connector.getResponse(
              ByteBuffer.wrap(write(method, path, headers, body)),
              LONGEST_ANSWER_SECONDS,
              TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IOException(method + " " + path + " failed in process", e);
    }
    if (reply == null) {
      throw new IOException(
          "%s %s: no answer within %d s".formatted(method, path, LONGEST_ANSWER_SECONDS));
    }
    return read(reply);
  }

  /** HTTP/1.0, for a reply that is not chunked. */
  private static byte[] write(
      String method, String path, Map<String, List<String>> headers, byte[] body)
      throws IOException {
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(path).append(" HTTP/1.0\r\nHost: localhost\r\n");
    headers.forEach(
        (name, values) -> {
          if (!HOP_HEADERS.contains(name)) {
            values.forEach(v -> head.append(name).append(": ").append(v).append("\r\n"));
          }
        });
    head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
    ByteArrayOutputStream out = new ByteArrayOutputStream(head.length() + body.length);
    out.write(head.toString().getBytes(ISO_8859_1));
    out.write(body);
    return out.toByteArray();
  }

  private static HttpReply read(ByteBuffer reply) throws IOException {
    byte[] bytes = new byte[reply.remaining()];
    reply.get(bytes);
    String text = new String(bytes, ISO_8859_1);
    int headEnd = text.indexOf("\r\n\r\n");
    String[] lines = headEnd < 0 ? new String[0] : text.substring(0, headEnd).split("\r\n");
    if (lines.length == 0 || lines[0].length() < 12) {
      throw new IOException("no HTTP reply but " + bytes.length + " bytes");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      String name = lines[i].substring(0, colon);
      if (!HOP_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
        headers.put(name, lines[i].substring(colon + 1).trim());
      }
    }
    byte[] body = Arrays.copyOfRange(bytes, headEnd + 4, bytes.length);
    return new HttpReply(Integer.parseInt(lines[0].substring(9, 12)), headers, body);
  }

  @Override
  public void close() throws IOException {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IOException("in-process server did not stop", e);
    }
  }
}
