package io.quorate.agent.etcd.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The agent's TLS files, read again when they have changed. */
final class TlsSource {
  private final Supplier<Optional<TlsFiles>> files;
  private Optional<EtcdTls> read = Optional.empty();
  private List<FileTime> times = List.of();

  /** Whatever files there are by then. */
  TlsSource(Supplier<Optional<TlsFiles>> files) {
    this.files = files;
  }

  /** These files, read at once: an IllegalStateException says which one is wrong. */
  static TlsSource fixed(Optional<TlsFiles> files) {
    Optional<EtcdTls> read = files.map(EtcdTls::read);
    TlsSource source = new TlsSource(() -> files);
    source.read = read;
    source.times = read.map(tls -> changed(tls.files())).orElse(List.of());
    return source;
  }

  /** What is there now; an IllegalStateException says which file is wrong. */
  synchronized Optional<EtcdTls> current() {
    Optional<TlsFiles> now = files.get();
    List<FileTime> changed = now.map(TlsSource::changed).orElse(List.of());
    if (!now.equals(read.map(EtcdTls::files)) || !changed.equals(times)) {
      read = now.map(EtcdTls::read);
      times = changed;
    }
    return read;
  }

  private static List<FileTime> changed(TlsFiles files) {
    List<FileTime> times = new ArrayList<>();
    for (Path file : List.of(files.trustedCa(), files.certificate(), files.key())) {
      try {
        times.add(Files.getLastModifiedTime(file));
      } catch (IOException e) {
        throw new IllegalStateException(file + ": expected a PEM file: " + e, e);
      }
    }
    return times;
  }
}
