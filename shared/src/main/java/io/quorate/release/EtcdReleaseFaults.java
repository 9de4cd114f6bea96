package io.quorate.release;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The known faults of etcd releases, from the resource {@code etcd-releases}. */
public final class EtcdReleaseFaults {
  private static final String RESOURCE = "/io/quorate/etcd-releases.txt";
  private static final int COLUMNS = 3;
  private static final List<Fault> FAULTS = read();

  /**
   * One line.
   *
   * @param mended the first release of its line without the fault
   */
  record Fault(EtcdVersion mended, String what, String link) {
    boolean in(EtcdVersion release) {
      return release.line().equals(mended.line())
          && release.patch().orElse(0) < mended.patch().orElse(0);
    }
  }

  private EtcdReleaseFaults() {}

  /** What is known against an exact release, for people; empty where nothing is. */
  public static Optional<String> of(EtcdVersion release) {
    String faults =
        FAULTS.stream()
            .filter(fault -> fault.in(release))
            .map(fault -> fault.what() + ", mended in " + fault.mended())
            .collect(Collectors.joining("; "));
    return Optional.of(faults).filter(text -> !text.isEmpty()).map(text -> release + ": " + text);
  }

  static List<Fault> all() {
    return FAULTS;
  }

  private static List<Fault> read() {
    try (InputStream table = EtcdReleaseFaults.class.getResourceAsStream(RESOURCE)) {
      if (table == null) {
        throw new IllegalStateException("no resource " + RESOURCE);
      }
      return new String(table.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(EtcdReleaseFaults::fault)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read resource " + RESOURCE, e);
    }
  }

  private static Fault fault(String line) {
    String[] columns = line.split(" *\\| *", -1);
    if (columns.length != COLUMNS) {
      throw new IllegalStateException(
          RESOURCE + ": '" + line + "': expected release | fault | link");
    }
    return new Fault(EtcdVersion.parse(columns[0]).orElseThrow(), columns[1], columns[2]);
  }
}
