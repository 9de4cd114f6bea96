package io.quorate.simulation.node;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ProcessMark;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.etcd.DataDirectory;
import io.quorate.simulation.etcd.EtcdProcess;
import io.quorate.simulation.etcd.EtcdWorld;
import io.quorate.simulation.etcd.Glance;
import io.quorate.simulation.etcd.ProcessSpec;
import io.quorate.simulation.etcd.Timing;
import io.quorate.simulation.schedule.Dice;
import io.quorate.spec.EtcdSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The computer that an instance is: a disk, at most one etcd process, and an agent. */
public final class Machine {
  private static final long SNAPSHOT_COUNT = 200;
  private static final long CATCH_UP_ENTRIES = 50;

  private final Instance instance;
  private final EtcdWorld world;
  private final List<EtcdProcess> processes = new ArrayList<>();
  private final LongSupplier clock;
  private long fullUntil;
  private final Dice dice;
  private final LearnerLooks learnerLooks = new LearnerLooks();
  private final EtcdLooks etcdLooks = new EtcdLooks();
  private Disk disk;
  private Optional<EtcdProcess> etcd = Optional.empty();
  private boolean on;
  private boolean destroyed;
  private boolean harmed;
  private long pid = 100;
  private long inode;
  private long changes;
  private Watcher watcher = Watcher.NOBODY;
  private @Nullable CachedFiles lookedAt;
  private long lookedVersion;
  private final JournalReader reader = new JournalReader();
  private byte @Nullable [] parsedFrom;
  private Optional<AgentJournal> parsed = Optional.empty();
  private Optional<String> journalDamage = Optional.empty();
  private Optional<PowerCut> powerCut = Optional.empty();

  /** The power goes before the file call that comes after so many others. */
  private record PowerCut(long after, Runnable cut) {}

  /** With an empty disk, switched off. */
  public Machine(Instance instance, EtcdWorld world, LongSupplier clock, Dice dice) {
    this.instance = instance;
    this.world = world;
    this.clock = clock;
    this.dice = dice;
    this.disk = emptyDisk();
  }

  private Disk emptyDisk() {
    return new Disk(new CachedFiles(clock));
  }

  /** What its agents knew of the own learner when they asked for its promotion. */
  public LearnerLooks learnerLooks() {
    return learnerLooks;
  }

  /** When its own etcd last answered its agents. */
  public EtcdLooks etcdLooks() {
    return etcdLooks;
  }

  /** Its instance. */
  public Instance instance() {
    return instance;
  }

  /** Its address. */
  public String address() {
    return instance.address();
  }

  /** Whether it is switched on. */
  public boolean on() {
    return on;
  }

  /** Whether its disk is gone for good. */
  public boolean destroyed() {
    return destroyed;
  }

  /** Whether anybody but its agent ever touched what is on its disk, or exchanged the disk. */
  public boolean harmed() {
    return harmed;
  }

  /** Whether a living etcd holds this directory. */
  public boolean inUse(DataDirectory directory) {
    return etcdHolds(directory);
  }

  /** Its etcd process, running or ended. */
  public Optional<EtcdProcess> etcd() {
    return etcd;
  }

  /** Every etcd process that it ever ran. */
  public List<EtcdProcess> processes() {
    return processes;
  }

  /** The agent's journal as an agent would read it; empty on a new disk, and when damaged. */
  public Optional<AgentJournal> journal() {
    look();
    return parsed;
  }

  /** Why an agent would refuse its journal. */
  public Optional<String> journalDamage() {
    look();
    return journalDamage;
  }

  @SuppressWarnings("ReferenceEquality") // Parsed anew only when the disk holds another content.
  private void look() {
    CachedFiles files = disk.files();
    if (files == lookedAt && files.version() == lookedVersion) {
      return;
    }
    lookedAt = files;
    lookedVersion = files.version();
    byte[] bytes = JournalPort.bytes(files).orElse(null);
    if (bytes == parsedFrom) {
      return;
    }
    parsedFrom = bytes;
    parsed = Optional.empty();
    journalDamage = Optional.empty();
    try {
      parsed = JournalPort.read(files).map(reader::read);
    } catch (IllegalStateException | UnreadableRecordException e) {
      journalDamage = Optional.of(e.toString());
    }
  }

  /** To be told what is done to it, for who watches. */
  public void watch(Watcher by) {
    watcher = by;
  }

  void agentStops() {
    changes++;
    watcher.agentStops(this);
  }

  void archive(String name) {
    changes++;
    disk.find(name).ifPresent(stored -> watcher.archived(this, stored.directory()));
    disk.archive(name);
  }

  /** The agent saves its journal. */
  void saves(Runnable save) {
    changes++;
    String before = step();
    save.run();
    String now = step();
    if (!now.isEmpty() && !now.equals(before)) {
      watcher.step(this, now);
    }
  }

  /** Has its power cut before the call to write a file that comes after so many others. */
  public void cutPowerAtFileCall(long after, Runnable cut) {
    powerCut = Optional.of(new PowerCut(after, cut));
  }

  /** Its disk has no room until then. */
  public void fillDisk(long until) {
    fullUntil = Math.max(fullUntil, until);
  }

  /** Asks for room to write. */
  void room() throws IOException {
    if (clock.getAsLong() < fullUntil) {
      throw new IOException("No space left on device");
    }
  }

  /** The agent is about to call. */
  void fileCall() {
    PowerCut due = powerCut.orElse(null);
    if (due != null) {
      powerCut =
          due.after() > 0
              ? Optional.of(new PowerCut(due.after() - 1, due.cut()))
              : Optional.empty();
      if (due.after() <= 0) {
        due.cut().run();
      }
    }
  }

  /** The agent's life ends. */
  void agentCrashed() {
    String step = step();
    if (!step.isEmpty()) {
      watcher.step(this, step + " crashed");
    }
  }

  /** The step of an instruction that its agent is at; empty while it carries none out. */
  public String step() {
    return journal()
        .flatMap(AgentJournal::progress)
        .map(p -> p.instruction().kind() + (p.undo().isPresent() ? " undo " : " ") + p.step())
        .orElse("");
  }

  /** The data directory of its journal's member, where it is in etcd's path. */
  public Optional<DataDirectory> memberData() {
    return journal()
        .flatMap(AgentJournal::member)
        .flatMap(member -> disk.find(member.directory()))
        .map(Disk.Stored::directory);
  }

  /** How far the log of its journal's member goes on another disk; 0 where that has none. */
  long logEnd(Disk other) {
    return journal()
        .flatMap(AgentJournal::member)
        .flatMap(member -> other.find(member.directory()))
        .flatMap(stored -> stored.directory().summary())
        .map(DataDirectory.Summary::lastIndex)
        .orElse(0L);
  }

  /** Whether its journal knows that its log went further than this; a journal not told cannot. */
  public boolean knownPast(long logEnd) {
    return logEnd > 0
        && journal()
            .flatMap(AgentJournal::member)
            .filter(member -> member.watermark().index() > logEnd)
            .isPresent();
  }

  /** Whether its agent has an instruction under way. */
  public boolean executing() {
    return journal().flatMap(AgentJournal::progress).isPresent();
  }

  /** Changes with whatever an invariant may depend on. */
  public long fingerprint() {
    long hash = (on ? 1 : 0) + 7 * pid + 31 * changes;
    EtcdProcess process = etcd.orElse(null);
    if (process == null) {
      return hash;
    }
    Glance glance = process.glance().orElse(null);
    return glance == null
        ? hash * 31 + 1
        : (hash * 31 + glance.term()) * 31
            + System.identityHashCode(glance.voters())
            + (glance.leads() ? 17 : 0)
            + (glance.settled() ? 19 : 0);
  }

  Disk disk() {
    return disk;
  }

  long nextInode() {
    return ++inode;
  }

  ProcessMark mark() {
    return new ProcessMark(pid, "boot");
  }

  boolean etcdHolds(DataDirectory directory) {
    return etcd.filter(process -> process.exited().isEmpty())
        .filter(process -> process.spec().directory() == directory)
        .isPresent();
  }

  boolean runsOn(String directory) {
    return disk.find(directory).filter(stored -> etcdHolds(stored.directory())).isPresent();
  }

  EtcdProcess startEtcd(Launch launch) {
    if (etcd.filter(process -> process.exited().isEmpty()).isPresent()) {
      throw new IllegalStateException("a second etcd on " + instance.id());
    }
    pid++;
    watcher.starts(this);
    DataDirectory directory =
        disk.find(launch.directory()).map(Disk.Stored::directory).orElseGet(DataDirectory::new);
    EtcdProcess started =
        world.start(
            new ProcessSpec(
                launch.name(),
                launch.endpoints().peerUrl(),
                launch.endpoints().clientUrl(),
                initial(launch.initialCluster()),
                !launch.bootstrap(),
                launch.clusterToken(),
                false,
                directory,
                timing(launch.settings())));
    etcd = Optional.of(started);
    processes.add(started);
    return started;
  }

  private static SortedMap<String, String> initial(String cluster) {
    SortedMap<String, String> urls = new TreeMap<>();
    for (String entry : cluster.split(",", -1)) {
      int at = entry.indexOf('=');
      if (at > 0) {
        urls.put(entry.substring(0, at), entry.substring(at + 1));
      }
    }
    return urls;
  }

  private static Timing timing(EtcdSettings settings) {
    return new Timing(
        settings.heartbeatInterval().toMillis(),
        settings.electionTimeout().toMillis(),
        SNAPSHOT_COUNT,
        CATCH_UP_ENTRIES);
  }

  /** Power comes. */
  void switchOn() {
    on = true;
  }

  /** Power goes: what was not synced is lost. */
  void switchOff() {
    on = false;
    powerCut = Optional.empty();
    disk.files().losePower(dice, "power " + instance.id());
    etcd.ifPresent(EtcdProcess::kill);
    etcd = Optional.empty();
  }

  /** Its disk is gone. */
  void destroy() {
    switchOff();
    destroyed = true;
    newDisk();
  }

  /** Somebody deletes all data directories, under whatever runs. */
  public void wipe() {
    changes++;
    harmed = true;
    disk.names().forEach(disk::delete);
  }

  /** The member's directory becomes what it was on another disk, while it is switched off. */
  void takeBack(Disk from) {
    changes++;
    harmed = true;
    journal()
        .flatMap(AgentJournal::member)
        .ifPresent(member -> disk.takeBack(member.directory(), from, nextInode()));
  }

  /** It gets an empty disk. */
  void newDisk() {
    replaceDisk(emptyDisk());
  }

  /** It gets another disk, while it is switched off. */
  void replaceDisk(Disk by) {
    changes++;
    harmed = true;
    disk = by;
  }
}
