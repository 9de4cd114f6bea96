package io.quorate.e2e;

import io.quorate.controller.view.DnsRecord;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/**
 * Answers DNS queries from records that are read anew for each, as the resolver of a VPC does after
 * a TTL. Programs use it in a mount namespace of their own.
 */
final class ZoneResolver implements AutoCloseable {
  private static final int PORT = 53;
  private static final int LARGEST = 4096;

  private final DatagramSocket socket;
  private final Supplier<List<DnsRecord>> records;
  private final Path configuration;

  /** Serves at an address, and writes a resolv.conf that names it. */
  ZoneResolver(String address, Path folder, Supplier<List<DnsRecord>> records) throws IOException {
    this.records = records;
    this.socket = new DatagramSocket(PORT, InetAddress.getByName(address));
    this.configuration = folder.resolve("resolv.conf");
    Files.writeString(configuration, "nameserver " + address + "\noptions timeout:1 attempts:5\n");
    Thread.ofVirtual().name("resolver").start(this::serve);
  }

  /** Whether this user may bind the port and make a mount namespace. */
  static boolean possible() throws IOException, InterruptedException {
    return "root".equals(System.getProperty("user.name"))
        && new ProcessBuilder("unshare", "--mount", "true")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            == 0;
  }

  /** What begins a command line that resolves names here. */
  List<String> prefix() {
    return List.of(
        "unshare",
        "--mount",
        "sh",
        "-c",
        "mount --bind " + configuration + " /etc/resolv.conf && exec \"$@\"",
        "sh");
  }

  private void serve() {
    byte[] buffer = new byte[LARGEST];
    while (!socket.isClosed()) {
      try {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        byte[] answer = answer(Arrays.copyOf(packet.getData(), packet.getLength()));
        socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
      } catch (IOException e) {
        if (!socket.isClosed()) {
          System.out.println("resolver: " + e);
        }
      }
    }
  }

  private byte[] answer(byte[] asked) throws IOException {
    Message query = new Message(asked);
    Record question = query.getQuestion();
    Message answer = new Message(query.getHeader().getID());
    answer.getHeader().setFlag(Flags.QR);
    answer.getHeader().setFlag(Flags.AA);
    answer.addRecord(question, Section.QUESTION);
    boolean known = false;
    for (DnsRecord record : records.get()) {
      if (question.getName().equals(Name.fromString(record.name() + "."))) {
        known = true;
        if (Type.string(question.getType()).equals(record.type())) {
          for (String value : record.values()) {
            answer.addRecord(
                Record.fromString(
                    question.getName(),
                    question.getType(),
                    DClass.IN,
                    record.ttlSeconds(),
                    value,
                    Name.root),
                Section.ANSWER);
          }
        }
      }
    }
    answer.getHeader().setRcode(known ? Rcode.NOERROR : Rcode.NXDOMAIN);
    return answer.toWire();
  }

  @Override
  public void close() {
    socket.close();
  }
}
