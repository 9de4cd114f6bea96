package io.quorate.localcloud.instance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Hands out private addresses 127.0.x.y, x by zone, each once: the last y is kept on disk, so that
 * a cloud that is started again on its home does not reuse one either.
 */
final class AddressPool {
  private static final int LAST = 254;

  private final Path file;
  private final List<String> zones;
  private final int block;

  AddressPool(InstanceSettings settings) {
    this.file = settings.home().resolve("addresses.last");
    this.zones = settings.zones();
    this.block = settings.addressBlock();
  }

  synchronized String next(String zone) throws IOException {
    int index = zones.indexOf(zone);
    if (index < 0) {
      throw new IllegalArgumentException("zone is '%s', expected one of %s".formatted(zone, zones));
    }
    int last = Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : 0;
    int next = last + 1;
    if (next > LAST * 200) {
      throw new IOException("all addresses of this cloud are used up: start one with a fresh home");
    }
    Files.writeString(file, Integer.toString(next));
    // Past 254 the next free third number is taken, above those of all zones.
    int x = block + 1 + index + ((next - 1) / LAST) * zones.size();
    int y = (next - 1) % LAST + 1;
    if (x > LAST) {
      throw new IOException(
          "no address left in zone " + zone + ": start a cloud with a fresh home");
    }
    return "127.0.%d.%d".formatted(x, y);
  }
}
