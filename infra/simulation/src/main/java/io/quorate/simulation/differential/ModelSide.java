package io.quorate.simulation.differential;

import io.quorate.model.MemberId;
import io.quorate.simulation.etcd.Answer;
import io.quorate.simulation.etcd.Call;
import io.quorate.simulation.etcd.DataDirectory;
import io.quorate.simulation.etcd.EtcdProcess;
import io.quorate.simulation.etcd.EtcdWorld;
import io.quorate.simulation.etcd.Exited;
import io.quorate.simulation.etcd.Member;
import io.quorate.simulation.etcd.MemberView;
import io.quorate.simulation.etcd.Network;
import io.quorate.simulation.etcd.Outcome;
import io.quorate.simulation.etcd.ProcessSpec;
import io.quorate.simulation.etcd.SavedSnapshot;
import io.quorate.simulation.etcd.Timing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The model as one side of the comparison. */
final class ModelSide implements Side {
  private static final Timing TIMING =
      new Timing(Place.HEARTBEAT_MILLIS, Place.ELECTION_MILLIS, 100_000, 5_000);
  private static final long EXIT_MILLIS = 8_000;
  private static final long YOUNG_MILLIS = 3_500;

  private final String network;
  private final Set<String> cut = new HashSet<>();
  private final EtcdWorld world;
  private final SortedMap<Integer, EtcdProcess> processes = new TreeMap<>();
  private final SortedMap<Integer, DataDirectory> directories = new TreeMap<>();
  private final SortedMap<Integer, DataDirectory> copies = new TreeMap<>();

  ModelSide(String network, long seed) {
    this.network = network;
    this.world = new EtcdWorld(new Random(seed), new Cuts());
  }

  private final class Cuts implements Network {
    @Override
    public OptionalLong delay(String from, String to, long now) {
      return refuses(from, to, now) ? OptionalLong.empty() : OptionalLong.of(1);
    }

    @Override
    public boolean refuses(String from, String to, long now) {
      return cut.contains(from) || cut.contains(to);
    }
  }

  EtcdWorld world() {
    return world;
  }

  Place place(int number) {
    return new Place(network, number);
  }

  DataDirectory directory(int place) {
    return directories.computeIfAbsent(place, n -> new DataDirectory());
  }

  Optional<EtcdProcess> process(int place) {
    return Optional.ofNullable(processes.get(place));
  }

  Optional<MemberView> view(int place) {
    return process(place).filter(EtcdProcess::awake).flatMap(EtcdProcess::view);
  }

  boolean isCut(int place) {
    return cut.contains(place(place).peerUrl());
  }

  /** The place that leads, as far as one does and a quorum follows. */
  Optional<Integer> leader() {
    return processes.keySet().stream()
        .filter(p -> view(p).filter(MemberView::leads).isPresent())
        .max((a, b) -> Long.compare(term(a), term(b)));
  }

  /** Makes a place lead that follows; whether it does now. */
  boolean lead(int place) {
    Optional<MemberView> view = view(place);
    if (view.isEmpty() || view.get().leads()) {
      return view.isPresent();
    }
    Optional<Integer> leader =
        processes.keySet().stream()
            .filter(p -> view(p).filter(MemberView::leads).isPresent())
            .filter(p -> view(p).orElseThrow().cluster().equals(view.get().cluster()))
            .max((a, b) -> Long.compare(term(a), term(b)));
    leader.ifPresent(l -> ask(l, new Call.MoveLeader(view.get().member())));
    return view(place).filter(MemberView::leads).isPresent();
  }

  /** Whether every connection of a place is so young that no health check counts it. */
  boolean allYoung(int place) {
    return view(place).stream()
        .flatMap(v -> v.connectedFor(world.now()).stream())
        .allMatch(age -> age < YOUNG_MILLIS);
  }

  private long term(int place) {
    return view(place).map(MemberView::term).orElse(0L);
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
                directory(place),
                TIMING)));
  }

  @Override
  public String call(Op op) {
    return switch (op.kind()) {
      case PUT -> outcome(op.at(), new Call.Put("k" + op.on(), "v" + op.on()));
      case PUTS -> {
        String last = Normal.UNKNOWN;
        for (int i = 0; i < MANY; i++) {
          last = outcome(op.at(), new Call.Put("m" + i, "v" + op.on()));
        }
        yield last;
      }
      case READ -> outcome(op.at(), new Call.Range(true));
      case STALE -> outcome(op.at(), new Call.Range(false));
      case MEMBERS -> outcome(op.at(), new Call.Members(true));
      case ADD -> outcome(op.at(), new Call.Add(place(op.on()).peerUrl(), true));
      case ADD_VOTER -> outcome(op.at(), new Call.Add(place(op.on()).peerUrl(), false));
      case PROMOTE -> outcome(op.at(), new Call.Promote(id(op)));
      case REMOVE -> outcome(op.at(), new Call.Remove(id(op)));
      case MOVE -> outcome(op.at(), new Call.MoveLeader(id(op)));
      case KILL,
          TERM,
          START,
          WIPE_JOIN,
          WIPE_NEW,
          WIPE_ALONE,
          FREEZE,
          THAW,
          CUT,
          MEND,
          SETTLE,
          RESTORE,
          FORCE,
          COPY,
          ROLL_BACK ->
          throw new IllegalArgumentException(op + ": expected a call");
    };
  }

  private MemberId id(Op op) {
    String url = place(op.on()).peerUrl();
    return view(op.at()).stream()
        .flatMap(v -> v.members().stream())
        .filter(m -> m.peerUrl().equals(url))
        .map(Member::id)
        .findFirst()
        .orElse(new MemberId(NOBODY));
  }

  private String outcome(int at, Call call) {
    return switch (ask(at, call)) {
      case Outcome.Answered answered ->
          answered.answer() instanceof Answer.Written written
              ? "ok rev " + written.revision()
              : "ok";
      case Outcome.Refused refused -> Normal.refusal(refused.error());
      case Outcome.Unknown unknown -> Normal.UNKNOWN;
      case Outcome.NotReached notReached -> Normal.NOT_REACHED;
    };
  }

  private Outcome ask(int at, Call call) {
    List<Outcome> told = new ArrayList<>();
    world.call("client", place(at).clientUrl(), call, world.now() + PATIENCE_MILLIS, told::add);
    while (told.isEmpty()) {
      world.advance(world.nextEventAt().orElseThrow());
    }
    return told.get(0);
  }

  @Override
  public void kill(int place) {
    process(place).ifPresent(EtcdProcess::kill);
  }

  @Override
  public void terminate(int place) {
    process(place).ifPresent(EtcdProcess::terminate);
    long end = world.now() + EXIT_MILLIS;
    while (process(place).filter(p -> p.exited().isEmpty()).isPresent() && world.now() < end) {
      world.advance(world.now() + 10);
    }
  }

  @Override
  public void freeze(int place) {
    process(place).ifPresent(EtcdProcess::freeze);
  }

  @Override
  public void thaw(int place) {
    process(place).ifPresent(EtcdProcess::thaw);
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

  @Override
  public void wipe(int place) {
    directories.put(place, new DataDirectory());
  }

  @Override
  public void copy(int place) {
    copies.put(place, directory(place).copy());
  }

  @Override
  public void rollBack(int place) {
    directories.put(
        place, Optional.ofNullable(copies.get(place)).orElse(new DataDirectory()).copy());
  }

  @Override
  public boolean save(int place) {
    saved =
        ask(place, new Call.Save()) instanceof Outcome.Answered answered
                && answered.answer() instanceof Answer.Saved it
            ? Optional.of(it.snapshot())
            : Optional.empty();
    return saved.isPresent();
  }

  private Optional<SavedSnapshot> saved = Optional.empty();

  @Override
  public void restore(int place, String token) {
    directories.put(
        place,
        DataDirectory.restored(
            saved.orElseThrow(),
            place(place).name(),
            Place.cluster(network, List.of(place)),
            token,
            BUMP));
  }

  /** Whether a place's etcd ended because it was removed. */
  boolean endedRemoved(int place) {
    return process(place)
        .flatMap(EtcdProcess::exited)
        .filter(e -> e.lastWords().contains("permanently removed"))
        .isPresent();
  }

  @Override
  public Seen look() {
    SortedMap<Integer, String> seen = new TreeMap<>();
    processes.forEach((place, process) -> seen.put(place, look(process)));
    return new Seen(seen);
  }

  private static String look(EtcdProcess process) {
    if (process.exited().isPresent()) {
      return process.exited().map(Exited::code).map(Normal::exit).orElseThrow();
    }
    if (process.frozen()) {
      return "frozen";
    }
    return process.view().filter(MemberView::serving).map(ModelSide::words).orElse("starting");
  }

  private static String words(MemberView view) {
    List<String> members =
        view.members().stream()
            .map(m -> Seen.member(Place.of(m.peerUrl()), m.learner(), m.started()))
            .sorted()
            .toList();
    boolean learner =
        view.members().stream().anyMatch(m -> m.id().equals(view.member()) && m.learner());
    return Seen.running(
        view.cluster().toString(),
        learner ? "learner" : String.join(" ", members),
        view.revision(),
        view.keys().size(),
        view.keys().hashCode(),
        view.leader().isPresent());
  }
}
