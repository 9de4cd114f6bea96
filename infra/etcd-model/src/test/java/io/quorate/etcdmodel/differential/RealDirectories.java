package io.quorate.etcdmodel.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The data directories of real etcds: wiped, copied, rolled back, saved and restored. */
final class RealDirectories implements Directories {
  private final String network;
  private final Path folder;
  private final Path tools;

  RealDirectories(String network, Path folder, Path tools) {
    this.network = network;
    this.folder = folder;
    this.tools = tools;
  }

  private Place place(int number) {
    return new Place(network, number);
  }

  Path data(int place) {
    return folder.resolve("d" + place);
  }

  /** Where a place's etcd logs to. */
  Path log(int place) {
    return folder.resolve("d" + place + ".log");
  }

  /** The end of a place's log. */
  String lastWords(int place) {
    try {
      List<String> lines = Files.readAllLines(log(place));
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether any etcd of this place has ever said so. */
  boolean said(int place, String words) {
    try {
      return Files.readString(log(place)).contains(words);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void wipe(int place) {
    delete(data(place));
  }

  static void delete(Path path) {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path copyOf(int place) {
    return folder.resolve("copy" + place);
  }

  @Override
  public void copy(int place) {
    delete(copyOf(place));
    RealProcess.run(List.of("cp", "-r", data(place).toString(), copyOf(place).toString()));
  }

  @Override
  public void rollBack(int place) {
    delete(data(place));
    RealProcess.run(List.of("cp", "-r", copyOf(place).toString(), data(place).toString()));
  }

  private Path snapshot() {
    return folder.resolve("snapshot.db");
  }

  @Override
  public boolean save(int place) {
    return RealProcess.run(
            List.of(
                tools.resolve("etcdctl").toString(),
                "--endpoints=" + place(place).clientUrl(),
                "--command-timeout=5s",
                "snapshot",
                "save",
                snapshot().toString()))
        == 0;
  }

  @Override
  public void restore(int place, String token) {
    delete(data(place));
    RealProcess.run(
        List.of(
            tools.resolve("etcdutl").toString(),
            "snapshot",
            "restore",
            snapshot().toString(),
            "--data-dir=" + data(place),
            "--name=" + place(place).name(),
            "--initial-cluster=" + place(place).name() + "=" + place(place).peerUrl(),
            "--initial-advertise-peer-urls=" + place(place).peerUrl(),
            "--initial-cluster-token=" + token,
            "--bump-revision=" + BUMP,
            "--mark-compacted"));
  }
}
