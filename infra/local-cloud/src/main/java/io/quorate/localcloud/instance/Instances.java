package io.quorate.localcloud.instance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All instances of a cloud: launches, ends and lists them, and does to them what failures do.
 *
 * <p>Opening it ends whatever an earlier cloud on the same home left behind; closing it ends every
 * process of its own. Operations on an unknown id throw {@link java.util.NoSuchElementException}.
 */
public final class Instances implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Instances.class);

  private final InstanceSettings settings;
  private final InstantSource clock;
  private final Supplier<String> ids;
  private final ProcessTable processes = ProcessTable.ofThisMachine();
  private final SignalShell signals = new SignalShell();
  private final HomeLock lock;
  private final AddressPool addresses;
  private final Map<String, LocalInstance> instances = new ConcurrentSkipListMap<>();
  private final List<InstanceListener> listeners = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(
          2, Thread.ofPlatform().daemon().name("instances-", 0).factory());
  private final CountDownLatch closing = new CountDownLatch(1);
  private final InstanceFailures failures;
  private final List<Thread> endings = new CopyOnWriteArrayList<>();

  /** Opens with random instance ids. */
  public static Instances open(InstanceSettings settings, CloudLinks links) throws IOException {
    return new Instances(settings, links, InstantSource.system(), InstanceIds.random());
  }

  /**
   * Opens the instances of a home.
   *
   * @throws IOException if a live cloud already uses the home, or it cannot be written
   */
  public Instances(
      InstanceSettings settings, CloudLinks links, InstantSource clock, Supplier<String> ids)
      throws IOException {
    this.settings = settings;
    this.clock = clock;
    this.ids = ids;
    this.lock = HomeLock.take(settings.home());
    int left = processes.kill(settings.home(), any -> true);
    if (left > 0) {
      LOG.warn("home={} left_behind={} killed=true", settings.home(), left);
    }
    Files.createDirectories(settings.home().resolve("instances"));
    this.addresses = new AddressPool(settings);
    this.failures = new InstanceFailures(settings.home(), processes, signals, links);
  }

  /** The settings it was opened with. */
  public InstanceSettings settings() {
    return settings;
  }

  /** Adds a listener for changes of state. */
  public void listen(InstanceListener listener) {
    listeners.add(listener);
  }

  /**
   * Launches an instance; when this returns it is running and its command was started.
   *
   * @throws IOException if its address, folder or metadata service cannot be had
   */
  public InstanceView launch(LaunchOrder order) throws IOException {
    LocalInstance instance = pending(order);
    if (instance.running()) {
      instance.agent.start();
      tell(instance);
    }
    LOG.info(
        "instance={} launched=true zone={} address={}",
        instance.id,
        order.zone(),
        instance.address);
    return instance.view(List.of());
  }

  /**
   * Launches an instance that ends before it runs, as one whose volume's key is refused.
   *
   * @param reason what EC2 says of its end
   * @throws IOException if its address, folder or metadata service cannot be had
   */
  public InstanceView launchRefused(LaunchOrder order, String reason) throws IOException {
    LocalInstance instance = pending(order);
    instance.endReason(reason);
    instance.metadata.close();
    instance.terminated(clock.instant(), retire(instance));
    tell(instance);
    LOG.info("instance={} launched=false reason=\"{}\"", instance.id, reason);
    return instance.view(List.of());
  }

  private LocalInstance pending(LaunchOrder order) throws IOException {
    String id = ids.get();
    MetadataServer metadata = metadataServer(order);
    String address = metadata.address();
    Path folder = settings.home().resolve("instances").resolve(id);
    Files.createDirectories(folder);
    InstanceEnvironment environment =
        new InstanceEnvironment(settings, id, address, order.zone(), folder);
    AgentUnit agent =
        new AgentUnit(
            id,
            () -> AgentCommand.start(environment, order.template(), folder),
            settings.restartDelay(),
            timer);
    LocalInstance instance =
        new LocalInstance(id, order, address, folder, clock.instant(), agent, metadata);
    metadata.serve(new InstanceMetadata(settings, clock, instance));
    instances.put(id, instance);
    tell(instance);
    return instance;
  }

  private MetadataServer metadataServer(LaunchOrder order) throws IOException {
    if (order.address().isPresent()) {
      return new MetadataServer(order.address().get(), settings.metadataPort());
    }
    IOException last = new IOException("no free address");
    for (int i = 0; i < 50; i++) {
      String address = addresses.next(order.zone());
      try {
        return new MetadataServer(address, settings.metadataPort());
      } catch (java.net.BindException e) {
        last =
            new IOException(
                "cannot bind %s:%d; on macOS first: sudo ifconfig lo0 alias %s"
                    .formatted(address, settings.metadataPort(), address),
                e);
      }
    }
    throw last;
  }

  /** Every instance that EC2 would list, with the pids of its processes. */
  public List<InstanceView> list() {
    forget();
    List<MarkedProcess> live = processes.ofHome(settings.home());
    return instances.values().stream()
        .map(instance -> instance.view(InstanceFailures.others(instance, live)))
        .toList();
  }

  /** Every instance that EC2 would list, without looking for its processes. */
  public List<InstanceView> describe() {
    forget();
    return instances.values().stream().map(instance -> instance.view(List.of())).toList();
  }

  /** One instance, without looking for its processes. */
  public Optional<InstanceView> find(String id) {
    forget();
    return Optional.ofNullable(instances.get(id)).map(instance -> instance.view(List.of()));
  }

  private void forget() {
    var oldest = clock.instant().minus(settings.terminatedListed());
    instances
        .values()
        .removeIf(instance -> instance.terminated().filter(oldest::isAfter).isPresent());
  }

  /**
   * Forgets a terminated instance at once, as EC2 does after about an hour.
   *
   * @throws IllegalStateException if it is not terminated
   */
  public void forget(String id) {
    LocalInstance instance = get(id);
    if (instance.terminated().isEmpty()) {
      throw new IllegalStateException(
          "cannot forget %s: it is %s, expected terminated"
              .formatted(id, instance.state().wireName()));
    }
    instances.remove(id);
    LOG.info("instance={} forgotten=true", id);
  }

  private LocalInstance get(String id) {
    return Optional.ofNullable(instances.get(id))
        .orElseThrow(
            () ->
                new java.util.NoSuchElementException(
                    "instance is '%s', expected one of %s".formatted(id, instances.keySet())));
  }

  /** Kills with SIGKILL; the command is started again unless it is held. */
  public int kill(String id, ProcessTarget target) {
    return failures.kill(get(id), target);
  }

  /** Stops processes where they are. */
  public void freeze(String id, ProcessTarget target) {
    failures.freeze(get(id), target);
  }

  /** Lets frozen processes go on. */
  public void thaw(String id, ProcessTarget target) {
    failures.thaw(get(id), target);
  }

  /** Deletes what is in a folder of the disk, given relative to it; "" means all of it. */
  public void wipe(String id, String subfolder) throws IOException {
    failures.wipe(get(id), subfolder);
  }

  /** From now on the command is not started again; whether it runs is left as it is. */
  public void holdAgent(String id) {
    get(id).agent.hold();
  }

  /** Ends a hold: the command is started if it does not run. */
  public void releaseAgent(String id) {
    LocalInstance instance = get(id);
    instance.expectRunning("release the agent of");
    instance.agent.start();
  }

  /** Cuts the instance off from the cloud's services; its peers it still reaches. */
  public void cutOff(String id) {
    failures.cutOff(get(id), true);
  }

  /** Ends the cut. */
  public void reconnect(String id) {
    failures.cutOff(get(id), false);
  }

  /** Kills everything and starts the command again, on the same disk and address. */
  public void reboot(String id) {
    LocalInstance instance = get(id);
    instance.expectRunning("reboot");
    instance.agent.hold();
    failures.kill(instance, ProcessTarget.ALL);
    instance.agent.start();
  }

  /**
   * Stops as EC2 does: stopping at once, SIGTERM, a bounded wait and SIGKILL, then stopped. Disk,
   * address and tags stay.
   *
   * @throws IllegalStateException if it is terminated, or about to be
   */
  public void stop(String id) {
    LocalInstance instance = get(id);
    if (instance.stopping()) {
      LOG.info("instance={} state=stopping", id);
      tell(instance);
      endings.add(Thread.ofVirtual().name("stop-" + id).start(() -> halt(instance)));
    }
  }

  private void halt(LocalInstance instance) {
    if (!instance.agent.stop(settings.stopGrace())) {
      LOG.warn("instance={} sigterm=ignored", instance.id);
    }
    failures.kill(instance, ProcessTarget.ALL);
    if (instance.stopped()) {
      LOG.info("instance={} state=stopped", instance.id);
      tell(instance);
    }
    endings.remove(Thread.currentThread());
  }

  /**
   * Starts a stopped instance, on the same disk and address.
   *
   * @throws IllegalStateException if it is still stopping, or terminated, or about to be
   */
  public void start(String id) {
    LocalInstance instance = get(id);
    if (instance.starting(clock.instant())) {
      tell(instance);
      if (instance.running()) {
        instance.agent.start();
        tell(instance);
      }
      LOG.info("instance={} started=true", id);
    }
  }

  /**
   * Takes an instance as a spot market does: its metadata and an event announce it, and once the
   * notice has passed it ends by the action.
   *
   * @param action {@code terminate} or {@code stop}
   * @param notice how long before; two minutes at EC2
   */
  public void interrupt(String id, String action, Duration notice) {
    if (!action.equals("terminate") && !action.equals("stop")) {
      throw new IllegalArgumentException(
          "action is '%s', expected terminate or stop".formatted(action));
    }
    LocalInstance instance = get(id);
    instance.expectRunning("interrupt");
    instance.announce(new LocalInstance.Announcement(action, clock.instant().plus(notice)));
    LOG.info("instance={} interruption={} in={}", id, action, notice);
    InstanceView view = instance.view(List.of());
    listeners.forEach(listener -> listener.interrupted(view, action));
    var unused =
        timer.schedule(
            () -> {
              if (action.equals("stop")) {
                stop(id);
              } else {
                terminate(id);
              }
            },
            notice.toMillis(),
            MILLISECONDS);
  }

  /** Advises to replace an instance; nothing else happens to it. */
  public void recommendRebalance(String id) {
    LocalInstance instance = get(id);
    instance.expectRunning("recommend to replace");
    instance.rebalance(clock.instant());
    InstanceView view = instance.view(List.of());
    listeners.forEach(listener -> listener.rebalance(view));
  }

  /**
   * Terminates as EC2 does: shutting-down at once, its processes still alive for the set time, then
   * SIGTERM, a bounded wait and SIGKILL, then terminated. Again on one that is going is harmless.
   */
  public void terminate(String id) {
    LocalInstance instance = get(id);
    if (instance.shuttingDown()) {
      LOG.info("instance={} state=shutting-down", id);
      tell(instance);
      endings.add(Thread.ofVirtual().name("terminate-" + id).start(() -> end(instance)));
    }
  }

  private void end(LocalInstance instance) {
    try {
      if (closing.await(settings.shuttingDown().toMillis(), MILLISECONDS)) {
        return; // closing ends every process itself
      }
      if (!instance.agent.stop(settings.stopGrace())) {
        LOG.warn("instance={} sigterm=ignored", instance.id);
      }
      failures.kill(instance, ProcessTarget.ALL);
      instance.metadata.close();
      instance.terminated(clock.instant(), retire(instance));
      LOG.info("instance={} state=terminated", instance.id);
      tell(instance);
    } catch (InterruptedException e) {
      LOG.info("instance={} termination=cut-short", instance.id);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot put away the disk of " + instance.id, e);
    } finally {
      endings.remove(Thread.currentThread());
    }
  }

  private Path retire(LocalInstance instance) throws IOException {
    if (!settings.keepDisks()) {
      Folders.delete(instance.folder());
      return instance.folder();
    }
    Path kept = settings.home().resolve("terminated");
    Files.createDirectories(kept);
    return Files.move(instance.folder(), kept.resolve(instance.id));
  }

  private void tell(LocalInstance instance) {
    InstanceView view = instance.view(List.of());
    listeners.forEach(listener -> listener.changed(view));
  }

  /** The live processes of the cloud that match, whoever started them. */
  public List<MarkedProcess> processes(Predicate<MarkedProcess> which) {
    return processes.ofHome(settings.home()).stream().filter(which).toList();
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    timer.shutdownNow();
    instances.values().forEach(instance -> instance.agent.hold());
    instances.values().forEach(instance -> instance.metadata.close());
    processes.kill(settings.home(), any -> true);
    endings.forEach(this::awaitEnding);
    signals.close();
    lock.close();
  }

  // Its disk must not be moved after the home's lock is given up.
  private void awaitEnding(Thread ending) {
    try {
      ending.interrupt();
      if (!ending.join(settings.stopGrace())) {
        LOG.warn("thread={} ended=false", ending.getName());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
