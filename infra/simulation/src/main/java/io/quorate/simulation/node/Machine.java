package io.quorate.simulation.node;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ProcessMark;
import io.quorate.etcdmodel.EtcdWorld;
import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.schedule.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.LongSupplier;

/** The computer that an instance is: a disk, at most one etcd process, and an agent. */
public final class Machine {
  private final Instance instance;
  private final EtcdWorld world;
  private final List<ModelProcess> processes = new ArrayList<>();
  private final Map<ModelProcess, Long> stopAsked = new WeakHashMap<>();
  private final LongSupplier clock;
  private final SeededRandom random;
  private final LearnerLooks learnerLooks = new LearnerLooks();
  private final EtcdLooks etcdLooks = new EtcdLooks();
  private SimDisk disk;
  private Optional<ModelProcess> etcd = Optional.empty();
  private boolean on;
  private boolean destroyed;
  private boolean harmed;
  private long pid = 100;
  private long inode;
  private long changes;
  private Watcher watcher = Watcher.NOBODY;
  private final JournalOnDisk journal;
  private final FileTroubles fileTroubles;

  /** With an empty disk, switched off. */
  public Machine(Instance instance, EtcdWorld world, LongSupplier clock, SeededRandom random) {
    this.instance = instance;
    this.journal = new JournalOnDisk(instance.id(), this::disk);
    this.world = world;
    this.clock = clock;
    this.random = random;
    this.fileTroubles = new FileTroubles(clock);
    this.disk = emptyDisk();
  }

  private SimDisk emptyDisk() {
    return new SimDisk(new CachedFiles(clock));
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

  /** Its etcd process, running or ended. */
  public Optional<ModelProcess> etcd() {
    return etcd;
  }

  /** Every etcd process that it ever ran. */
  public List<ModelProcess> processes() {
    return processes;
  }

  /** The agent's journal as an agent would read it; empty on a new disk, and when damaged. */
  public Optional<AgentJournal> journal() {
    return journal.read();
  }

  /** What its disk tells by the agent's journal. */
  public JournalOnDisk journalOnDisk() {
    return journal;
  }

  /** What keeps its agent's file calls from going well. */
  public FileTroubles fileTroubles() {
    return fileTroubles;
  }

  /** To be told what is done to it, for who watches. */
  public void watch(Watcher by) {
    watcher = by;
  }

  void agentStops() {
    changes++;
    watcher.agentStops(this);
    etcd.ifPresent(process -> stopAsked.putIfAbsent(process, clock.getAsLong()));
  }

  void agentKills() {
    long now = clock.getAsLong();
    etcd.filter(process -> process.exited().isEmpty())
        .ifPresent(p -> watcher.kills(this, now - stopAsked.getOrDefault(p, now)));
    agentStops();
  }

  void archive(String name) {
    changes++;
    disk.find(name).ifPresent(stored -> watcher.archived(this, stored.directory()));
    disk.archive(name);
  }

  /** Deletes an archived directory that is covered. */
  void prune(String name) {
    changes++;
    disk.archived(name).ifPresent(directory -> watcher.pruned(this, directory));
    disk.prune(name);
  }

  /** The agent saves its journal. */
  void saves(Runnable save) {
    changes++;
    String before = journal.step();
    save.run();
    watcher.saved(this);
    String now = journal.step();
    if (!now.isEmpty() && !now.equals(before)) {
      watcher.step(this, now);
    }
  }

  /** The agent is about to change users or roles of its etcd. */
  void changesAuth() {
    watcher.step(this, "APPLY_AUTH CHANGE");
  }

  /** The agent's life ends. */
  void agentCrashed() {
    String step = journal.step();
    if (!step.isEmpty()) {
      watcher.step(this, step + " crashed");
    }
  }

  /** Changes with whatever an invariant may depend on. */
  public long fingerprint() {
    long hash = (on ? 1 : 0) + 7 * pid + 31 * changes;
    ModelProcess process = etcd.orElse(null);
    if (process == null) {
      return hash;
    }
    MemberView memberView = process.memberView().orElse(null);
    return memberView == null
        ? hash * 31 + 1
        : (hash * 31 + memberView.term()) * 31
            + 23L * System.identityHashCode(memberView.auth())
            + System.identityHashCode(memberView.voters())
            + (memberView.leads() ? 17 : 0)
            + (memberView.settled() ? 19 : 0);
  }

  /** What its disk holds of a member, in etcd's path or put aside; empty where it holds nothing. */
  public Optional<ModelDirectory> dataOf(EtcdClusterId cluster, MemberId member) {
    return disk.all()
        .filter(
            directory ->
                directory
                    .summary()
                    .filter(of -> of.clusterId().equals(cluster) && of.memberId().equals(member))
                    .isPresent())
        .findFirst();
  }

  /** Whether a directory of this cluster stands in etcd's path. */
  public boolean hasInPath(EtcdClusterId cluster) {
    return disk.names().stream()
        .flatMap(name -> disk.find(name).stream())
        .flatMap(stored -> stored.directory().summary().stream())
        .anyMatch(of -> of.clusterId().equals(cluster));
  }

  SimDisk disk() {
    return disk;
  }

  long nextInode() {
    return ++inode;
  }

  ProcessMark mark() {
    return new ProcessMark(pid, "boot");
  }

  /** Whether a living etcd holds this directory. */
  public boolean etcdHolds(ModelDirectory directory) {
    return etcd.filter(process -> process.exited().isEmpty())
        .filter(process -> process.spec().directory() == directory)
        .isPresent();
  }

  boolean runsOn(String directory) {
    return disk.find(directory).filter(stored -> etcdHolds(stored.directory())).isPresent();
  }

  ModelProcess startEtcd(Launch launch) {
    if (etcd.filter(process -> process.exited().isEmpty()).isPresent()) {
      throw new IllegalStateException("a second etcd on " + instance.id());
    }
    pid++;
    watcher.starts(this);
    ModelDirectory directory =
        disk.find(launch.directory()).map(SimDisk.Stored::directory).orElseGet(ModelDirectory::new);
    ModelProcess started = world.start(ModelLaunch.spec(launch, directory));
    etcd = Optional.of(started);
    processes.add(started);
    return started;
  }

  /** Power comes. */
  void switchOn() {
    on = true;
  }

  /** Power goes: what was not synced is lost. */
  void switchOff() {
    on = false;
    fileTroubles.powerIsOff();
    disk.files().losePower(random, "power " + instance.id());
    etcd.ifPresent(ModelProcess::kill);
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

  /** Its disk damages the data of its member. */
  public void damage() {
    changes++;
    harmed = true;
    journalOnDisk().memberData().ifPresent(ModelDirectory::corrupt);
  }

  /** A byte of a value of its member changes on its disk, under whatever runs on it. */
  public void changeByte(long by) {
    changes++;
    Optional<ModelProcess> running = etcd.filter(p -> p.memberView().isPresent());
    running.ifPresentOrElse(
        process -> process.changeByte(by),
        () -> journalOnDisk().memberData().ifPresent(data -> data.changeByte(by)));
  }

  /** The member's directory becomes what it was on another disk, while it is switched off. */
  void takeBack(SimDisk from) {
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
  void replaceDisk(SimDisk by) {
    changes++;
    harmed = true;
    disk = by;
  }
}
