package io.quorate.etcdmodel.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Real etcd processes as one side of the comparison. */
final class RealSide implements Side, AutoCloseable {
  private static final int PEER_PORT = 2390;
  private static final int LISTEN_PORT = 2380;

  private final String network;
  private final Path tools;
  private final RealCalls calls;
  private final RealDirectories directories;
  private final RealLook look;
  private final SortedMap<Integer, RealProcess> processes = new TreeMap<>();
  private final SortedMap<Integer, Relay> relays = new TreeMap<>();
  private final Set<Integer> cut = ConcurrentHashMap.newKeySet();

  RealSide(String network, Path folder, Path tools) {
    this.network = network;
    this.tools = tools;
    this.calls = new RealCalls(network);
    this.directories = new RealDirectories(network, folder, tools);
    this.look = new RealLook(calls, processes);
    try {
      for (int i = 0; i < Place.COUNT; i++) {
        int number = i;
        relays.put(
            i,
            new Relay(place(i).address(), PEER_PORT, LISTEN_PORT, from -> refused(number, from)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean refused(int to, String from) {
    return cut.contains(to)
        || Optional.ofNullable(calls.placeOf().get(from)).filter(cut::contains).isPresent();
  }

  private Place place(int number) {
    return new Place(network, number);
  }

  private Optional<RealProcess> running(int place) {
    return Optional.ofNullable(processes.get(place)).filter(RealProcess::running);
  }

  @Override
  public void start(int place, Collection<Integer> listed, Begin begin, String token) {
    processes.put(
        place,
        RealProcess.start(
            tools.resolve("etcd"),
            place(place),
            directories.data(place),
            directories.log(place),
            Place.cluster(network, listed),
            begin == Begin.EXISTING,
            begin == Begin.FORCE,
            token));
  }

  @Override
  public void kill(int place) {
    Optional.ofNullable(processes.get(place)).ifPresent(RealProcess::kill);
  }

  @Override
  public void terminate(int place) {
    running(place).ifPresent(RealProcess::terminate);
  }

  @Override
  public void freeze(int place) {
    running(place).ifPresent(RealProcess::freeze);
  }

  @Override
  public void thaw(int place) {
    running(place).ifPresent(RealProcess::thaw);
  }

  @Override
  public void cut(int place, boolean off) {
    if (off) {
      cut.add(place);
      relays.values().forEach(Relay::recheck);
    } else {
      cut.remove(place);
    }
  }

  RealLook seen() {
    return look;
  }

  RealCalls calls() {
    return calls;
  }

  @Override
  public RealDirectories directories() {
    return directories;
  }

  @Override
  public void close() {
    processes.values().forEach(RealProcess::kill);
    try {
      for (Relay relay : relays.values()) {
        relay.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
