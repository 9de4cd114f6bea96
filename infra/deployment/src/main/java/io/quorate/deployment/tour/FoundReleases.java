package io.quorate.deployment.tour;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.release.ReleasePath;
import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The releases of etcd on this machine: the one that the instances have, and those to which a tour
 * may upgrade.
 *
 * @param installed what the instances have
 * @param found the folder of each other release that Quorate runs
 */
public record FoundReleases(EtcdVersion installed, SortedMap<EtcdVersion, Path> found) {
  /** The environment variable that lists folders of further releases, separated by colons. */
  public static final String VARIABLE = "QUORATE_ETCD_DIRS";

  private static final Pattern SAID =
      Pattern.compile("(?m)^etcd Version: *(\\d+\\.\\d+\\.\\d+)\\s*$");

  /**
   * One change of the release.
   *
   * @param from what all members run before
   * @param to what all members run afterwards
   */
  public record Change(EtcdVersion from, EtcdVersion to) {
    /** Whether it is one to an older release. */
    public boolean back() {
      return to.compareTo(from) < 0;
    }

    @Override
    public String toString() {
      return from + (back() ? " back to " : " to ") + to;
    }
  }

  public FoundReleases {
    found = Collections.unmodifiableSortedMap(new TreeMap<>(found));
  }

  /**
   * Asks the etcd of each folder for its release.
   *
   * @param installed the folder of what the instances have
   * @param folders further folders, separated by colons
   * @throws IOException when a folder holds no etcd that tells its release
   */
  public static FoundReleases find(Path installed, Optional<String> folders) throws IOException {
    EtcdVersion own = release(installed);
    SortedMap<EtcdVersion, Path> found = listed(folders);
    found.remove(own);
    return new FoundReleases(own, found);
  }

  /**
   * The folder of each release that Quorate runs, the oldest first.
   *
   * @param folders separated by colons
   * @throws IOException when a folder holds no etcd that tells its release
   */
  public static SortedMap<EtcdVersion, Path> listed(Optional<String> folders) throws IOException {
    SortedMap<EtcdVersion, Path> found = new TreeMap<>();
    for (String folder : folders.orElse("").split(":", -1)) {
      if (!folder.isBlank()) {
        Path path = Path.of(folder).toAbsolutePath();
        EtcdVersion release = listed(path);
        if (release.isSupported()) {
          found.putIfAbsent(release, path);
        }
      }
    }
    return found;
  }

  private static EtcdVersion listed(Path folder) throws IOException {
    try {
      return release(folder);
    } catch (IOException e) {
      throw new IOException(
          VARIABLE
              + " lists "
              + folder
              + ": "
              + e.getMessage()
              + "; list folders that hold etcd and etcdutl, separated by ':'",
          e);
    }
  }

  private static EtcdVersion release(Path folder) throws IOException {
    Path etcd = folder.resolve("etcd");
    Process asked =
        new ProcessBuilder(etcd.toString(), "--version").redirectErrorStream(true).start();
    String said = new String(asked.getInputStream().readAllBytes(), UTF_8);
    Matcher version = SAID.matcher(said);
    return Optional.of(version)
        .filter(Matcher::find)
        .flatMap(found -> EtcdVersion.parse(found.group(1)))
        .orElseThrow(
            () ->
                new IOException(
                    etcd + " --version said '" + said.strip() + "', expected its release"));
  }

  /** From the installed release to the newest, each time to the next that may follow, and back. */
  public List<Change> thereAndBack() {
    List<EtcdVersion> there = new ArrayList<>(List.of(installed));
    for (EtcdVersion release : found.tailMap(installed).keySet()) {
      if (ReleasePath.refuses(there.getLast(), release).isEmpty()) {
        there.add(release);
      }
    }
    List<EtcdVersion> path =
        Stream.concat(there.stream(), there.reversed().stream().skip(1)).toList();
    List<Change> changes = new ArrayList<>();
    for (int n = 1; n < path.size(); n++) {
      changes.add(new Change(path.get(n - 1), path.get(n)));
    }
    return List.copyOf(changes);
  }

  /** The folder of a release that is not the installed one; empty for that. */
  public Optional<Path> folder(EtcdVersion release) {
    return Optional.ofNullable(found.get(release));
  }

  /** Why there is no change; for people. */
  public String whyNone() {
    return "no release of etcd was found to which "
        + installed
        + " may be upgraded"
        + (found.isEmpty()
            ? ""
            : ", only " + String.join(", ", found.keySet().stream().map(Object::toString).toList()))
        + ": list folders that hold etcd and etcdutl of newer releases, separated by ':', in "
        + VARIABLE;
  }
}
