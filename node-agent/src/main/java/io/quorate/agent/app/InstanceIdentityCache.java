package io.quorate.agent.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.disk.DurableFiles;
import io.quorate.agent.disk.NioFileCalls;
import io.quorate.model.InstanceId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which instance this was when the metadata service last told, kept beside the journal for a start
 * while that service is silent (I10). It is believed only by what a copied disk cannot bring along
 * (I11): the firmware names the same instance, or, where it names none, the same kernel still runs.
 */
final class InstanceIdentityCache {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceIdentityCache.class);
  private static final String HEADER = "quorate-instance 1";
  private static final Pattern EC2_INSTANCE = Pattern.compile("i-[0-9a-f]+");

  private final Path file;
  private final Path machine;

  /**
   * @param dataDir where the journal is
   * @param machine the root folder, below which the kernel tells of itself and the firmware
   */
  InstanceIdentityCache(Path dataDir, Path machine) {
    this.file = dataDir.resolve("instance");
    this.machine = machine;
  }

  /** Keeps what was learned; what cannot be kept is told of, and stops nothing. */
  void keep(InstanceIdentity identity) {
    List<String> lines =
        List.of(
            HEADER,
            identity.instance().value(),
            identity.zone(),
            identity.address(),
            identity.region(),
            kernel().orElse("unknown"),
            "end");
    try {
      DurableFiles.replace(file, String.join("\n", lines).getBytes(UTF_8));
    } catch (IOException e) {
      LOG.warn("event=instance-not-remembered file={} detail=\"{}\"", file, e.toString());
    }
  }

  /** What was kept, if this is proven to be the same machine. */
  Optional<InstanceIdentity> recall() {
    List<String> lines = read(file).map(text -> text.lines().toList()).orElse(List.of());
    if (lines.size() != 7 || !lines.get(0).equals(HEADER) || !lines.get(6).equals("end")) {
      return Optional.empty();
    }
    return InstanceId.named(lines.get(1))
        .filter(instance -> sameMachine(instance, lines.get(5)))
        .map(id -> new InstanceIdentity(id, lines.get(2), lines.get(3), lines.get(4)));
  }

  private boolean sameMachine(InstanceId instance, String keptUnder) {
    Optional<String> named =
        read(machine.resolve("sys/devices/virtual/dmi/id/board_asset_tag"))
            .map(String::strip)
            .filter(EC2_INSTANCE.asMatchPredicate());
    return named.isPresent()
        ? named.get().equals(instance.value())
        : kernel().filter(keptUnder::equals).isPresent();
  }

  /** Drawn anew at each boot of a kernel, and never written to a disk by it. */
  private Optional<String> kernel() {
    return read(machine.resolve("proc/sys/kernel/random/boot_id"))
        .map(String::strip)
        .filter(id -> !id.isEmpty());
  }

  private static Optional<String> read(Path path) {
    try {
      return NioFileCalls.INSTANCE.read(path).map(bytes -> new String(bytes, UTF_8));
    } catch (IOException e) {
      LOG.warn("event=instance-not-recalled file={} detail=\"{}\"", path, e.toString());
      return Optional.empty();
    }
  }
}
