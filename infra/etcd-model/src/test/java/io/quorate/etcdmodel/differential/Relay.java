package io.quorate.etcdmodel.differential;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands before an etcd's peer port and refuses whom it is told to. Who calls is read from the
 * first request: etcd's peers name themselves in {@code X-Server-From}.
 */
final class Relay implements AutoCloseable {
  private static final Pattern FROM =
      Pattern.compile("x-server-from: ([0-9a-f]+)", Pattern.CASE_INSENSITIVE);
  private static final int HEAD_BYTES = 8_192;

  private final ServerSocket server;
  private final InetSocketAddress target;
  private final Predicate<String> refused;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();

  private record Connection(String from, Socket in, Socket out) {
    void close() {
      for (Socket socket : new Socket[] {in, out}) {
        try {
          socket.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /**
   * Listens.
   *
   * @param refused told the caller's member id in hexadecimal, empty when it names none
   */
  Relay(String address, int port, int targetPort, Predicate<String> refused) throws IOException {
    this.server = new ServerSocket();
    this.target = new InetSocketAddress(address, targetPort);
    this.refused = refused;
    server.setReuseAddress(true);
    server.bind(new InetSocketAddress(InetAddress.getByName(address), port));
    Thread.ofVirtual().start(this::accept);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  private void serve(Socket in) {
    try (in;
        Socket out = new Socket()) {
      byte[] head = head(in.getInputStream());
      Matcher matcher = FROM.matcher(new String(head, StandardCharsets.ISO_8859_1));
      String from = matcher.find() ? matcher.group(1).toLowerCase(Locale.ROOT) : "";
      if (head.length == 0 || refused.test(from)) {
        return;
      }
      out.connect(target);
      Connection connection = new Connection(from, in, out);
      open.add(connection);
      try {
        out.getOutputStream().write(head);
        Thread back = Thread.ofVirtual().start(() -> pump(out, in));
        pump(in, out);
        back.join();
      } finally {
        open.remove(connection);
      }
    } catch (IOException e) {
      // The other end is gone: both sides see their connection closed, which is all there is to it.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] head(InputStream from) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    byte[] buffer = new byte[HEAD_BYTES];
    while (head.size() < HEAD_BYTES) {
      int read = from.read(buffer);
      if (read < 0) {
        break;
      }
      head.write(buffer, 0, read);
      if (head.toString(StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) {
        break;
      }
    }
    return head.toByteArray();
  }

  private static void pump(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      in.transferTo(out);
    } catch (IOException e) {
      // As above: closing both ends is the whole of it.
      return;
    }
  }

  /** Closes the connections that would be refused now. */
  void recheck() {
    open.stream().filter(c -> refused.test(c.from())).forEach(Connection::close);
  }

  @Override
  public void close() throws IOException {
    server.close();
    open.forEach(Connection::close);
  }
}
