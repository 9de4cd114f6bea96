package io.quorate.etcdmodel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/** One etcd process, from its start to its exit. */
public final class ModelProcess {
  static final String REMOVED = "the member has been permanently removed from the cluster";
  private static final long START_MILLIS = 50;
  private static final long STOP_AFTER_REMOVAL_MILLIS = 1_000;

  private final EtcdWorld world;
  private final ProcessSpec spec;
  private final Deque<Runnable> inbox = new ArrayDeque<>();
  private final Deque<Runnable> delayed = new ArrayDeque<>();
  private Optional<Server> server = Optional.empty();
  private Optional<MemberView> memberView = Optional.empty();
  private Optional<Exited> exited = Optional.empty();
  private boolean frozen;
  private boolean stopping;
  private long frozenSince;

  ModelProcess(EtcdWorld world, ProcessSpec spec) {
    this.world = world;
    this.spec = spec;
  }

  /** How it was started. */
  public ProcessSpec spec() {
    return spec;
  }

  /** How it ended; empty while it runs. */
  public Optional<Exited> exited() {
    return exited;
  }

  /** Whether it runs and is not frozen. */
  public boolean awake() {
    return exited.isEmpty() && !frozen;
  }

  /** Whether it is stopped by SIGSTOP. */
  public boolean frozen() {
    return frozen;
  }

  /** SIGKILL. */
  public void kill() {
    exit(137, "signal: killed");
  }

  /** It ends by itself, cleanly, and says nothing of why. */
  public void endsQuietly() {
    exit(0, "");
  }

  /** SIGSTOP. */
  public void freeze() {
    if (awake()) {
      frozen = true;
      frozenSince = world.now();
    }
  }

  /** SIGCONT: what arrived meanwhile is handled now. */
  public void thaw() {
    if (frozen) {
      frozen = false;
      server.ifPresent(s -> s.raft.shift(world.now() - frozenSince));
      handleInbox();
    }
  }

  /** So many bytes of its database's file are free pages from now on. */
  public void free(long bytes) {
    server.ifPresent(s -> s.disk.freeBytes = bytes);
  }

  /**
   * Clients, through this member, write old revisions until its database is at its quota.
   *
   * @param revisions how many revisions they are back
   */
  public void fill(long revisions) {
    receive(
        () ->
            server.ifPresent(
                s ->
                    s.calls.proposals.propose(
                        new Payload.Fill(
                            world.nextId(), s.pages.room(), s.applied.revision() - revisions),
                        s.now() + spec.timing().requestMillis(),
                        error -> {})));
  }

  /** A byte of a value changes on the disk that it has open. */
  public void changeByte(long by) {
    server.ifPresent(
        s -> {
          s.disk.log.changeByte(by);
          s.applied.changeByte(by);
        });
  }

  /** SIGTERM: a leader hands over first. */
  public void terminate() {
    receive(
        () -> {
          if (!stopping) {
            stopping = true;
            server.ifPresentOrElse(
                s -> s.handOver(() -> exit(143, "received signal; shutting down")),
                () -> exit(143, "received signal; shutting down"));
          }
        });
  }

  /** The running server's own view, for checks; empty while it is not running. */
  public Optional<MemberSnapshot> view() {
    return exited.isPresent() ? Optional.empty() : server.map(MemberSnapshot::of);
  }

  /** The running server as it is now, for checks after every event; empty while none runs. */
  public Optional<MemberView> memberView() {
    return exited.isPresent() ? Optional.empty() : memberView;
  }

  EtcdWorld world() {
    return world;
  }

  void begin() {
    if (!world.listen(spec.peerUrl(), this) || !world.listen(spec.clientUrl(), this)) {
      exit(1, "listen tcp " + spec.peerUrl() + ": bind: address already in use");
      return;
    }
    world.at(world.now() + START_MILLIS, () -> whenAwake(new ServerStart(this)::run));
  }

  /** Handles something when not frozen, whether or not the server runs. */
  void whenAwake(Runnable action) {
    if (frozen) {
      delayed.add(action);
    } else if (exited.isEmpty()) {
      guarded(action);
    }
  }

  /** Something arrives: handled by the server, once it runs and while it is not frozen. */
  void receive(Runnable action) {
    if (frozen || (server.isEmpty() && !stopping)) {
      inbox.add(action);
    } else {
      whenAwake(action);
    }
  }

  private void handleInbox() {
    while (!delayed.isEmpty() && awake()) {
      guarded(delayed.remove());
    }
    int waiting = inbox.size();
    for (int i = 0; i < waiting && awake(); i++) {
      Runnable next = inbox.remove();
      if (server.isEmpty()) {
        inbox.add(next);
      } else {
        guarded(next);
      }
    }
  }

  private void guarded(Runnable action) {
    try {
      action.run();
      server.ifPresent(Server::settle);
    } catch (RaftPanic e) {
      exit(2, "panic: " + e.getMessage());
    }
  }

  void serve(String caller, Call call, long deadline, Consumer<CallOutcome> reply) {
    server.ifPresent(s -> s.calls.serve(caller, call, deadline, reply));
  }

  /** Whether it listens for whoever calls: while it is closed, for its own host alone. */
  boolean hears(String from, String url) {
    return !spec.closed() || !url.equals(spec.clientUrl()) || host(from).equals(host(url));
  }

  private static String host(String url) {
    return url.substring(url.indexOf("//") + 2, url.lastIndexOf(':'));
  }

  void peerClosed(String url) {
    receive(() -> server.ifPresent(s -> s.peers.closed(url)));
  }

  Optional<Server> server() {
    return server;
  }

  void serveOn(EtcdDisk disk) {
    server = Optional.of(new Server(this, disk));
    memberView = server.map(MemberView::new);
    server.get().begin();
    handleInbox();
  }

  void removed() {
    world.at(world.now() + STOP_AFTER_REMOVAL_MILLIS, () -> whenAwake(this::stopRemoved));
  }

  /** Exit code 0 once it has served; 1, from its closing listeners, when it never did. */
  void stopRemoved() {
    boolean served = server.filter(s -> s.calls.published()).isPresent();
    exit(served ? 0 : 1, REMOVED);
  }

  void exit(int code, String lastWords) {
    if (exited.isPresent()) {
      return;
    }
    exited = Optional.of(new Exited(code, lastWords));
    frozen = false;
    world.close(spec.peerUrl(), this);
    world.close(spec.clientUrl(), this);
    boolean clean = code == 0 || code == 143 || lastWords.equals(REMOVED);
    server.ifPresent(s -> s.ended(clean));
    inbox.clear();
    world.connectionsClosed(spec.peerUrl());
  }
}
