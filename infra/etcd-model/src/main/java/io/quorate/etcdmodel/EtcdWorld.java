package io.quorate.etcdmodel;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * All etcd processes, under virtual time. Same seed, same calls, same network: same history.
 * Nothing happens but in {@link #advance}.
 */
public final class EtcdWorld {
  private static final long REPLY_LOST_MILLIS = 5_000;

  private final Random random;
  private final Network network;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Map<String, ModelProcess> listeners = new HashMap<>();
  private final Map<String, Map<String, Long>> lastArrival = new HashMap<>();
  private long now;
  private long order;
  private long ids;

  private record Event(long at, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime == 0 ? Long.compare(order, other.order) : byTime;
    }
  }

  /** What came of an exchange on the wire. */
  sealed interface Exchange<T> {
    record Got<T>(T value) implements Exchange<T> {}

    record Refused<T>() implements Exchange<T> {}

    record Silence<T>() implements Exchange<T> {}
  }

  /** Something a process does with a request, replying now, later or never. */
  interface Handler<T> {
    void handle(ModelProcess at, Consumer<T> reply);
  }

  /** A world at time zero. */
  public EtcdWorld(Random random, Network network) {
    this.random = random;
    this.network = network;
  }

  /** Virtual milliseconds. */
  public long now() {
    return now;
  }

  /** When the next thing happens. */
  public OptionalLong nextEventAt() {
    Event next = events.peek();
    return next == null ? OptionalLong.empty() : OptionalLong.of(next.at());
  }

  /** Lets everything happen that is due up to this time, this time included. */
  public void advance(long to) {
    while (!events.isEmpty() && events.element().at() <= to) {
      Event next = events.remove();
      now = next.at();
      next.action().run();
    }
    now = Math.max(now, to);
  }

  /** Starts a process; it bootstraps, resumes or exits as time advances. */
  public ModelProcess start(ProcessSpec spec) {
    ModelProcess process = new ModelProcess(this, spec);
    process.begin();
    return process;
  }

  /**
   * Calls an endpoint.
   *
   * @param from the client's name, for the network
   * @param deadline when the caller stops waiting; the call may be executed later still
   * @param done told the outcome, once
   */
  public void call(
      String from, String clientUrl, Call call, long deadline, Consumer<CallOutcome> done) {
    call(from, "", clientUrl, call, deadline, done);
  }

  /**
   * The same, with a certificate.
   *
   * @param name the certificate's common name; empty for none
   */
  public void call(
      String from,
      String name,
      String clientUrl,
      Call call,
      long deadline,
      Consumer<CallOutcome> done) {
    this.<CallOutcome>exchange(
        from,
        clientUrl,
        deadline,
        (process, reply) -> process.serve(name, call, deadline, reply),
        result ->
            done.accept(
                switch (result) {
                  case Exchange.Got<CallOutcome> got -> got.value();
                  case Exchange.Refused<CallOutcome> refused ->
                      new CallOutcome.NotReached("connection refused at " + clientUrl);
                  case Exchange.Silence<CallOutcome> silence ->
                      new CallOutcome.Unknown("no answer from " + clientUrl);
                }));
  }

  Random random() {
    return random;
  }

  long nextId() {
    return ++ids;
  }

  void at(long when, Runnable action) {
    events.add(new Event(Math.max(when, now), order++, action));
  }

  /** Binds a URL; whether it was free. */
  boolean listen(String url, ModelProcess process) {
    return listeners.putIfAbsent(url, process) == null;
  }

  void close(String url, ModelProcess process) {
    listeners.remove(url, process);
  }

  /** A process ended: those connected with it notice, where the network lets them. */
  void connectionsClosed(String url) {
    for (ModelProcess other : new TreeMap<>(listeners).values()) {
      send(url, other.spec().peerUrl(), there -> there.ifPresent(p -> p.peerClosed(url)));
    }
  }

  /** The connections between two URLs are reset: both ends notice at once. */
  public void reset(String url, String other) {
    Optional.ofNullable(listeners.get(url)).ifPresent(p -> p.peerClosed(other));
    Optional.ofNullable(listeners.get(other)).ifPresent(p -> p.peerClosed(url));
  }

  /**
   * There and back, without a time-out once connected: someone frozen keeps the asker waiting.
   *
   * @param dialMillis how long connecting is tried
   */
  <T> void patiently(
      String from, String to, long dialMillis, Handler<T> handler, Consumer<Exchange<T>> done) {
    OptionalLong dialled = network.delay(from, to, now);
    exchange(
        from,
        to,
        dialled.isPresent() ? OptionalLong.empty() : OptionalLong.of(now + dialMillis),
        handler,
        done);
  }

  /** One way, in order among what goes the same way; lost when the network says so. */
  boolean send(String from, String to, Consumer<Optional<ModelProcess>> arrival) {
    OptionalLong delay = network.delay(from, to, now);
    if (delay.isPresent()) {
      Map<String, Long> arrivals = lastArrival.computeIfAbsent(from, key -> new HashMap<>());
      long when = Math.max(now + delay.getAsLong(), arrivals.getOrDefault(to, 0L));
      arrivals.put(to, when);
      at(when, () -> arrival.accept(Optional.ofNullable(listeners.get(to))));
    }
    return delay.isPresent();
  }

  /** Nobody listens: that is told at once, by no etcd. */
  private boolean closedPort(String from, String to, Runnable told) {
    OptionalLong delay = network.closedPort(from, to, now);
    if (delay.isPresent()) {
      at(now + delay.getAsLong(), told);
    }
    return delay.isPresent();
  }

  /** There and back; told once. */
  <T> void exchange(
      String from, String to, long deadline, Handler<T> handler, Consumer<Exchange<T>> done) {
    exchange(from, to, OptionalLong.of(deadline), handler, done);
  }

  private <T> void exchange(
      String from,
      String to,
      OptionalLong deadline,
      Handler<T> handler,
      Consumer<Exchange<T>> done) {
    boolean[] told = new boolean[1];
    Consumer<Exchange<T>> once =
        result -> {
          if (!told[0]) {
            told[0] = true;
            done.accept(result);
          }
        };
    if (network.refuses(from, to, now)) {
      at(now + 1, () -> once.accept(new Exchange.Refused<>()));
      return;
    }
    deadline.ifPresent(when -> at(when, () -> once.accept(new Exchange.Silence<>())));
    // Whoever waits without a deadline waits for somebody, not for what was lost on the way.
    Runnable lost = () -> at(now + REPLY_LOST_MILLIS, () -> once.accept(new Exchange.Silence<>()));
    boolean sent =
        send(
            from,
            to,
            at -> {
              Optional<ModelProcess> there = at.filter(process -> process.hears(from, to));
              if (there.isEmpty()) {
                if (!closedPort(to, from, () -> once.accept(new Exchange.Refused<>()))
                    && deadline.isEmpty()) {
                  lost.run();
                }
                return;
              }
              ModelProcess process = there.get();
              process.receive(
                  () ->
                      handler.handle(
                          process,
                          value -> {
                            if (!send(to, from, back -> once.accept(new Exchange.Got<>(value)))) {
                              lost.run();
                            }
                          }));
            });
    if (!sent && deadline.isEmpty()) {
      lost.run();
    }
  }
}
