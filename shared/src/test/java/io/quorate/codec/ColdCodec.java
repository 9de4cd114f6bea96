package io.quorate.codec;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the first reading and writing of a status and a heartbeat costs a fresh JVM: prints the
 * processor time in milliseconds. The function pays for it at each cold start.
 */
public final class ColdCodec {
  private static final Path FOLDER = Path.of("src/test/resources/golden");

  private ColdCodec() {}

  /** Prints the time of the thread that reads and writes. */
  public static void main(String[] arguments) throws Exception {
    Map<String, Object> status =
        JsonTree.read(Files.readString(FOLDER.resolve("status.json")), "status");
    Map<String, Object> heartbeat =
        JsonTree.read(Files.readString(FOLDER.resolve("heartbeat.json")), "heartbeat");
    var thread = ManagementFactory.getThreadMXBean();
    long before = thread.getCurrentThreadCpuTime();
    int written = Codecs.STATUS.write(Codecs.STATUS.read(status, "status")).size();
    written += Codecs.HEARTBEAT.write(Codecs.HEARTBEAT.read(heartbeat, "heartbeat")).size();
    long after = thread.getCurrentThreadCpuTime();
    System.out.printf("%.1f ms, %d attributes%n", (after - before) / 1e6, written);
  }
}
