package io.quorate.simulation.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** How processes that run simulations are started. A run wants one thread, for all its strands. */
final class Workers {
  private static final long AMPLE_BYTES = 4L << 30;

  private Workers() {}

  static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** The command line of one that has so many runs at once, with these options of its JVM. */
  static List<String> command(int runs, List<String> options, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-XX:+UseSerialGC");
    command.addAll(memory());
    command.add("-Djdk.virtualThreadScheduler.parallelism=" + runs);
    command.add("-Djdk.virtualThreadScheduler.maxPoolSize=" + runs);
    command.add("-Dslf4j.provider=org.slf4j.nop.NOPServiceProvider");
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Simulate.class.getName());
    command.addAll(arguments);
    return command;
  }

  /** Runs make garbage fast and keep little: with a large young generation twice as many run. */
  private static List<String> memory() {
    boolean ample =
        ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine
            && machine.getTotalMemorySize() / cores() >= AMPLE_BYTES;
    return ample ? List.of("-Xms1800m", "-Xmx2g", "-Xmn1500m") : List.of("-Xmx1g");
  }
}
