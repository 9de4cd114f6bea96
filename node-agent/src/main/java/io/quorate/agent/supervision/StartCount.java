package io.quorate.agent.supervision;

import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.ReleaseChoice;
import io.quorate.agent.execution.VersionCheck;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ProcessMark;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.StartSettings;
import io.quorate.state.EtcdRuns;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the starts of etcd for the member on this disk, in the journal; what cannot be journalled
 * is tried again once a second.
 */
final class StartCount {
  private static final long RETRY_MILLIS = 1_000;

  private final JournalStore journalStore;
  private final EtcdVersion installed;
  private String directory = "";
  private long unjournalled;
  private Optional<ProcessMark> last = Optional.empty();
  private Optional<String> open = Optional.empty();
  private Optional<String> settings = Optional.empty();
  private Optional<String> next = Optional.empty();
  private final Supplier<Set<EtcdVersion>> prepared;
  private EtcdVersion release;
  private EtcdVersion nextRelease;
  private boolean unopened;
  private long retryAt;

  StartCount(
      JournalStore journalStore, EtcdVersion installed, Supplier<Set<EtcdVersion>> prepared) {
    this.journalStore = journalStore;
    this.installed = installed;
    this.prepared = prepared;
    release = installed;
    nextRelease = installed;
  }

  /**
   * How etcd is started: by the newest spec that was read, with the release of {@link
   * ReleaseChoice}, and closed to clients while the journal says so. A process that the journal
   * does not name yet counts as started so: an agent that dies before it journals one has
   * journalled that spec.
   */
  Launch by(Launch wanted) {
    Optional<ClusterSpec> spec = journalStore.current().spec();
    next = spec.map(StartSettings::of);
    nextRelease = ReleaseChoice.next(journalStore.current(), installed, prepared.get());
    return spec.map(ClusterSpec::etcd)
        .map(wanted::with)
        .orElse(wanted)
        .of(Optional.of(nextRelease).filter(chosen -> !chosen.equals(installed)))
        .closed(journalStore.current().closed());
  }

  /**
   * Journals a process, and counts it unless the journal names it already.
   *
   * @throws java.io.UncheckedIOException when the journal cannot be written
   */
  void journal(ProcessMark mark, String in, Optional<String> identity) {
    if (!directory.equals(in)) {
      directory = in;
      unjournalled = 0;
    }
    if (!journalStore.current().process().equals(Optional.of(mark))) {
      unjournalled++;
      settings = next;
      release = nextRelease;
    }
    last = Optional.of(mark);
    open = identity;
    save(mark);
  }

  private void save(ProcessMark mark) {
    journalStore.change(
        edit -> edit.process(mark, open).etcdStarted(unjournalled, release, settings));
    unjournalled = 0;
    unopened = false;
  }

  /**
   * Has the next {@link #retry} journal what tells the directory that the process has open, once
   * the disk can tell: an agent that adopts this process has nothing else to compare the directory
   * with.
   */
  void opened(String identity) {
    open = Optional.of(identity);
    unopened = true;
  }

  /** Tries again to journal what could not be journalled, while the member is still the same. */
  void retry(long nowMillis) {
    if ((unjournalled == 0 && !unopened) || last.isEmpty() || nowMillis < retryAt) {
      return;
    }
    retryAt = nowMillis + RETRY_MILLIS;
    boolean same =
        journalStore
            .current()
            .usableMember()
            .filter(m -> m.directory().equals(directory))
            .isPresent();
    if (!same) {
      unjournalled = 0;
      unopened = false;
      return;
    }
    try {
      save(last.get());
    } catch (UncheckedIOException e) {
      // The first failure was told; the row counts these starts meanwhile.
      retryAt = nowMillis + RETRY_MILLIS;
    }
  }

  EtcdRuns runs() {
    return new EtcdRuns(
        Optional.of(installed),
        journalStore.current().runs().starts() + unjournalled,
        refused(journalStore.current().spec()),
        unjournalled > 0 ? settings : journalStore.current().runs().settings(),
        prepared.get());
  }

  Optional<String> refused(Optional<ClusterSpec> spec) {
    return VersionCheck.refuses(journalStore.current(), spec, installed, prepared.get());
  }

  /** The releases that can be started here. */
  Set<EtcdVersion> releases() {
    return Stream.concat(Stream.of(installed), prepared.get().stream())
        .collect(Collectors.toUnmodifiableSet());
  }
}
