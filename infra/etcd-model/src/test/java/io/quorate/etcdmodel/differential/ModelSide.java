package io.quorate.etcdmodel.differential;

import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.EtcdWorld;
import io.quorate.etcdmodel.MemberSnapshot;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.etcdmodel.Network;
import io.quorate.etcdmodel.ProcessSpec;
import io.quorate.etcdmodel.Timing;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The model as one side of the comparison. */
final class ModelSide implements Side {
  private static final Timing TIMING =
      new Timing(Place.HEARTBEAT_MILLIS, Place.ELECTION_MILLIS, 100_000, 5_000, 1L << 33);
  private static final long EXIT_MILLIS = 8_000;

  private final String network;
  private final Set<String> cut = new HashSet<>();
  private final EtcdWorld world;
  private final SortedMap<Integer, ModelProcess> processes = new TreeMap<>();
  private final ModelLook look = new ModelLook(processes);
  private final ModelCalls calls;
  private final ModelDirectories directories;

  ModelSide(String network, long seed) {
    this.network = network;
    this.world = new EtcdWorld(new Random(seed), new CutNetwork());
    this.calls = new ModelCalls(network, world, look);
    this.directories = new ModelDirectories(network, calls);
  }

  ModelLook seen() {
    return look;
  }

  ModelCalls calls() {
    return calls;
  }

  @Override
  public ModelDirectories directories() {
    return directories;
  }

  EtcdWorld world() {
    return world;
  }

  private Place place(int number) {
    return new Place(network, number);
  }

  boolean isCut(int place) {
    return cut.contains(place(place).peerUrl());
  }

  /** Makes a place lead that follows; whether it does now. */
  boolean lead(int place) {
    Optional<MemberSnapshot> view = look.view(place);
    if (view.isEmpty() || view.get().leads()) {
      return view.isPresent();
    }
    look.leaderOf(view.get())
        .ifPresent(l -> calls.ask(l, new Call.MoveLeader(view.get().member())));
    return look.view(place).filter(MemberSnapshot::leads).isPresent();
  }

  @Override
  public void start(int place, Collection<Integer> listed, Begin begin, String token) {
    Place at = place(place);
    processes.put(
        place,
        world.start(
            new ProcessSpec(
                at.name(),
                at.peerUrl(),
                at.clientUrl(),
                Place.cluster(network, listed),
                begin == Begin.EXISTING,
                token,
                begin == Begin.FORCE,
                directories.of(place),
                TIMING)));
  }

  /** Whoever is cut off is refused, everyone else is a millisecond away. */
  private final class CutNetwork implements Network {
    @Override
    public OptionalLong delay(String from, String to, long now) {
      return refuses(from, to, now) ? OptionalLong.empty() : OptionalLong.of(1);
    }

    @Override
    public boolean refuses(String from, String to, long now) {
      return cut.contains(from) || cut.contains(to);
    }
  }

  @Override
  public void kill(int place) {
    look.process(place).ifPresent(ModelProcess::kill);
  }

  @Override
  public void terminate(int place) {
    look.process(place).ifPresent(ModelProcess::terminate);
    long end = world.now() + EXIT_MILLIS;
    while (look.process(place).filter(p -> p.exited().isEmpty()).isPresent() && world.now() < end) {
      world.advance(world.now() + 10);
    }
  }

  @Override
  public void freeze(int place) {
    look.process(place).ifPresent(ModelProcess::freeze);
  }

  @Override
  public void thaw(int place) {
    look.process(place).ifPresent(ModelProcess::thaw);
  }

  @Override
  public void cut(int place, boolean off) {
    String url = place(place).peerUrl();
    if (off) {
      cut.add(url);
      processes.keySet().forEach(p -> world.reset(url, place(p).peerUrl()));
    } else {
      cut.remove(url);
    }
  }
}
