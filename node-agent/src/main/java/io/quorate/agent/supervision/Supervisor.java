package io.quorate.agent.supervision;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.StartDecision;
import io.quorate.agent.execution.StartResult;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.EtcdHost.Seen;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ProcessMark;
import io.quorate.agent.steps.frame.EtcdControl;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.DataState;
import io.quorate.state.EtcdRuns;
import io.quorate.state.ProcessState;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps etcd in the wanted state, without ever asking the store:
 *
 * <ol>
 *   <li>wanted and running: looks whether its directory is still the same; a removed one is
 *       reported as lost, but etcd is left running (I2);
 *   <li>wanted and exited: classifies the exit; corrupt data, and a removal that another member
 *       confirmed, are final; everything else is started again, at once the first time, after
 *       {@link StartDecision} looked at journal and directory again (I11), as before every start
 *       but the first run of an empty directory, and never on a directory that another process
 *       holds;
 *   <li>wanted, running and closed to clients, though the journal says open: stopped, and started
 *       open;
 *   <li>not wanted and running: SIGTERM, after the grace SIGKILL.
 * </ol>
 *
 * <p>Every call is {@code tick}, one at a time; time is monotonic milliseconds. The other members
 * are asked outside of the lock, for they may take seconds: whoever wants etcd stopped meanwhile
 * does not wait, and what they say counts only for the exit that it was asked about.
 */
public final class Supervisor implements EtcdControl {
  private static final long LOOK_MILLIS = 250;
  private static final long RETRY_MILLIS = 1_000;
  private static final long SOON_MILLIS = 50;

  private final JournalStore journal;
  private final EtcdHost host;
  private final DataDisk disk;
  private final EtcdApi etcd;
  private final StartCount count;
  private final FinalVerdict finalVerdict;
  private final EtcdEvents events;
  private final Runnable wake;
  private final Backoff backoff = new Backoff();
  private final RecentEnds ends = new RecentEnds();

  private Optional<Launch> wanted = Optional.empty();
  private Optional<Launch> stopped = Optional.empty();
  private boolean freshLaunch;
  private boolean firstRun;
  private boolean closing;
  private Optional<Exit> handled = Optional.empty();
  private Optional<RemovalDoubt> doubt = Optional.empty();
  private Optional<String> lastExit = Optional.empty();
  private final Stopping stopping = new Stopping();
  private final DirectoryWatch watch = new DirectoryWatch();
  private long startedAt;
  private long notBefore;
  private volatile ProcessState state = ProcessState.STOPPED;

  /** With this etcd release; {@code wake} is called when a tick would have something to do. */
  public Supervisor(
      JournalStore journal,
      EtcdHost host,
      DataDisk disk,
      EtcdApi etcd,
      EtcdVersion installed,
      EtcdEvents events,
      Runnable wake) {
    this.journal = journal;
    this.host = host;
    this.disk = disk;
    this.etcd = etcd;
    this.count = new StartCount(journal, installed, host::prepared);
    this.finalVerdict = new FinalVerdict(journal);
    this.events = events;
    this.wake = wake;
  }

  @Override
  public synchronized void run(Launch launch) {
    want(launch, false);
  }

  @Override
  public synchronized void runFirst(Launch launch) {
    want(launch, true);
  }

  private void want(Launch launch, boolean first) {
    if (closing) {
      return;
    }
    wanted = Optional.of(launch);
    stopped = Optional.empty();
    freshLaunch = true;
    firstRun = first;
    stopping.over();
    notBefore = 0;
    wake.run();
  }

  @Override
  public synchronized void stop() {
    if (wanted.isPresent()) {
      stopped = wanted;
      wanted = Optional.empty();
      wake.run();
    }
  }

  @Override
  public synchronized void stopSoon() {
    stopping.soon();
    stop();
  }

  @Override
  public synchronized boolean resume() {
    boolean idle = wanted.isEmpty();
    stopped.ifPresent(this::run); // There is none while etcd is wanted.
    return idle && wanted.isPresent();
  }

  /** Wants etcd stopped for good, as the agent comes to its end. */
  public synchronized void close() {
    closing = true;
    stop();
  }

  @Override
  public synchronized boolean stopped() {
    return wanted.isEmpty() && !(host.see() instanceof Seen.Running);
  }

  /** Takes over an etcd that an earlier agent left running. */
  public synchronized boolean adopt(Launch launch) {
    AgentJournal before = journal.current();
    Optional<ProcessMark> mark = host.adopt(launch.directory(), before.process());
    if (mark.isEmpty()) {
      return false;
    }
    wanted = closing ? Optional.empty() : Optional.of(launch);
    begun();
    state = ProcessState.STARTING;
    // Somebody may have replaced the directory while no agent looked.
    Optional<String> open =
        mark.equals(before.process()) ? before.openDirectory() : Optional.empty();
    remember(mark.get(), count.by(launch), "adopted", open);
    wake.run();
    return true;
  }

  /** STOPPED, STARTING (it runs; whether it answers is for others to ask) or BACKING_OFF. */
  public ProcessState state() {
    return state;
  }

  /** Whether it is closed to clients: by the journal, or until it was started open. */
  public boolean closed() {
    return journal.current().closed() || host.closed();
  }

  @Override
  public synchronized Optional<String> lastExit() {
    return lastExit;
  }

  /** What is installed and how often it was started. */
  public synchronized EtcdRuns runs() {
    return count.runs().ended(ends.recent(), journal.current().history().damages());
  }

  @Override
  public Optional<String> refused(Optional<ClusterSpec> spec) {
    return count
        .refused(spec)
        .or(host::missing)
        .or(() -> spec.flatMap(asked -> host.unfit(asked.etcd())));
  }

  @Override
  public Set<EtcdVersion> releases() {
    return count.releases();
  }

  /** Looks and does what is due; how many milliseconds until the next look. */
  public long tick(long nowMillis) {
    long next;
    Optional<RemovalDoubt> open;
    synchronized (this) {
      count.retry(nowMillis);
      ends.look(nowMillis);
      Seen seen = host.see();
      next = wanted.isEmpty() ? keepStopped(seen, nowMillis) : keepRunning(seen, nowMillis);
      open = doubt;
      doubt = Optional.empty();
    }
    return open.map(asked -> settle(asked, nowMillis)).orElse(next);
  }

  private long settle(RemovalDoubt asked, long now) {
    boolean removed = RemovalProof.removed(etcd, asked.member()).orElse(false);
    synchronized (this) {
      if (wanted.isEmpty() || freshLaunch || !asked.stands(handled, host, journal.current())) {
        return SOON_MILLIS;
      }
      if (removed) {
        conclude(FinalVerdict.removed(asked.exit()));
      }
      return wanted.isEmpty() ? SOON_MILLIS : start(now);
    }
  }

  private long keepStopped(Seen seen, long now) {
    if (!(seen instanceof Seen.Running)) {
      state = ProcessState.STOPPED;
      stopping.over();
      return LOOK_MILLIS;
    }
    stopping.advance(host, now, stopGraceMillis());
    return SOON_MILLIS;
  }

  /** How long etcd may take to stop on SIGTERM before SIGKILL. */
  public long stopGraceMillis() {
    return SupervisorTimings.stopGraceMillis(journal.current());
  }

  private long keepRunning(Seen seen, long now) {
    return switch (seen) {
      case Seen.Running running -> opens() ? open(now) : watch();
      case Seen.Exited exited -> restart(exited.exit(), now);
      case Seen.None none -> start(now);
    };
  }

  /** Whether it is closed to clients and need not be any more. */
  private boolean opens() {
    return host.closed() && !journal.current().closed();
  }

  /** etcd keeps the addresses that it listens at: it is stopped, and started open. */
  private long open(long now) {
    freshLaunch = true; // How it ends is nothing to judge by.
    notBefore = 0;
    state = ProcessState.STARTING;
    stopping.advance(host, now, stopGraceMillis());
    return SOON_MILLIS;
  }

  private long watch() {
    begun();
    state = ProcessState.STARTING;
    String directory = wanted.orElseThrow().directory();
    String now = disk.identity(directory);
    if (watch.replaced(now, journal.current().usableMember())) {
      conclude(FinalVerdict.replaced(directory));
    } else if (watch.learns(now)) {
      count.opened(now);
    }
    return LOOK_MILLIS;
  }

  private long restart(Exit exit, long now) {
    if (handled.filter(exit::equals).isEmpty()) {
      handled = Optional.of(exit);
      Optional<String> distrust = distrust(exit);
      lastExit =
          Optional.of(
              exit.cause() + ": " + exit.detail() + distrust.map(why -> "; " + why).orElse(""));
      if (!freshLaunch) {
        long pause =
            backoff.next(now - startedAt, SupervisorTimings.backoffMaxMillis(journal.current()));
        notBefore = now + pause;
        ends.ended(now);
        events.exited(exit, pause);
        if (distrust.isEmpty()) {
          judge(exit);
        }
      }
    }
    return wanted.isEmpty() || doubt.isPresent() ? SOON_MILLIS : start(now);
  }

  /** Why nothing follows for the data from what etcd says of it. */
  private Optional<String> distrust(Exit exit) {
    AgentJournal now = journal.current();
    return exit.cause() == Exit.Cause.DATA_CORRUPT
        ? now.history().doubt(now.runs())
        : Optional.empty();
  }

  private void judge(Exit exit) {
    Optional<JournalMember> member = journal.current().usableMember();
    if (member.isEmpty()) {
      return;
    }
    switch (exit.cause()) {
      case DATA_CORRUPT, DATA_DAMAGED ->
          conclude(new DataVerdict(DataState.DAMAGED, exit.detail()));
      case CLEAN, SAYS_REMOVED -> {
        state = ProcessState.BACKING_OFF;
        doubt = Optional.of(new RemovalDoubt(exit, member.get()));
      }
      case DISK_FULL,
          DISK_READ_ONLY,
          NO_PERMISSION,
          OUT_OF_MEMORY,
          PORT_TAKEN,
          FLAG_REFUSED,
          CERTIFICATE_UNFIT,
          KILLED,
          FAILED -> {}
    }
  }

  private long start(long now) {
    if (now < notBefore) {
      state = ProcessState.BACKING_OFF;
      return Math.min(LOOK_MILLIS, notBefore - now);
    }
    Launch launch = wanted.orElseThrow();
    Optional<StartObstacle> obstacle = StartObstacle.of(host, disk, launch);
    if (obstacle.isPresent()) {
      return waitFor(obstacle.get(), now);
    }
    DataDisk.View view = disk.inspect(launch.directory());
    boolean first = firstRun && firstRunMayStart(view);
    begun();
    if (!first && !mayStart(view)) {
      return SOON_MILLIS;
    }
    execute(first ? launch : launch.again(), now);
    return SOON_MILLIS;
  }

  private long waitFor(StartObstacle obstacle, long now) {
    if (obstacle.mayHaveUsed()) {
      begun();
    }
    return retry(obstacle.why(), now);
  }

  /** Tells once why etcd cannot be started now, and tries again. */
  private long retry(String obstacle, long now) {
    ends.hindered(now);
    String why = Exit.Cause.ofTrouble(obstacle).map(cause -> cause + ": ").orElse("") + obstacle;
    if (!lastExit.equals(Optional.of(why))) {
      lastExit = Optional.of(why);
      events.trouble(why);
    }
    state = ProcessState.BACKING_OFF;
    notBefore = now + RETRY_MILLIS;
    return RETRY_MILLIS;
  }

  /** By the newest spec that was read: a mended one mends a crash loop. */
  private void execute(Launch asked, long now) {
    startedAt = now;
    stopping.over();
    Launch launch = count.by(asked);
    try {
      ProcessMark mark = host.start(launch);
      handled = Optional.empty();
      state = ProcessState.STARTING;
      remember(mark, launch, launch.bootstrap() ? "new" : "existing", Optional.empty());
    } catch (UncheckedIOException e) {
      retry("cannot execute etcd: " + e.getMessage(), now);
    }
  }

  /** What was wanted has begun: exits are its own, and its directory may have been used. */
  private void begun() {
    freshLaunch = false;
    firstRun = false;
    wanted = wanted.map(Launch::again);
  }

  /** An empty directory is what a first run expects; for every other run it is lost data (I11). */
  private boolean firstRunMayStart(DataDisk.View view) {
    return view instanceof DataDisk.View.Empty && journal.current().verdict().isEmpty();
  }

  private boolean mayStart(DataDisk.View view) {
    return switch (StartDecision.decide(
        journal.current(), view, Optional.empty(), Optional.empty())) {
      case StartResult.StartExisting existing -> true;
      case StartResult.Unusable unusable -> {
        conclude(unusable.verdict());
        yield false;
      }
      case StartResult.WaitForRecord wait -> refuse(wait);
      case StartResult.LeaveToSteps leave -> refuse(leave);
      case StartResult.Halt halt -> refuse(halt);
    };
  }

  private boolean refuse(StartResult result) {
    wanted = Optional.empty();
    events.trouble("etcd is not started again: " + result.because());
    return false;
  }

  /** Journals the final word; a running etcd is left running, a stopped one stays stopped. */
  public synchronized void conclude(DataVerdict verdict) {
    finalVerdict.say(verdict);
    if (!(host.see() instanceof Seen.Running)) {
      wanted = Optional.empty();
      state = ProcessState.STOPPED;
    }
    DataVerdict said = journal.current().verdict().orElse(verdict);
    lastExit = Optional.of(said.state() + ": " + said.detail());
    events.unusable(said);
  }

  @Override
  public void tell(DataVerdict verdict) {
    finalVerdict.tell(verdict);
  }

  /** What is said of the data, whether or not the disk had room for it. */
  public Optional<DataVerdict> verdict() {
    return finalVerdict.said();
  }

  private void remember(ProcessMark mark, Launch launch, String how, Optional<String> open) {
    watch.begin(open);
    watch.learns(disk.identity(launch.directory()));
    events.started(mark, how);
    try {
      count.journal(mark, launch.directory(), watch.open());
    } catch (UncheckedIOException e) {
      events.trouble("cannot journal etcd's pid: " + e.getMessage());
    }
  }
}
