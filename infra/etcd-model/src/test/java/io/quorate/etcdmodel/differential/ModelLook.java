package io.quorate.etcdmodel.differential;

import io.quorate.etcdmodel.Exited;
import io.quorate.etcdmodel.MemberSnapshot;
import io.quorate.etcdmodel.ModelProcess;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is seen of the model. */
final class ModelLook {
  private final SortedMap<Integer, ModelProcess> processes;

  ModelLook(SortedMap<Integer, ModelProcess> processes) {
    this.processes = processes;
  }

  Optional<ModelProcess> process(int place) {
    return Optional.ofNullable(processes.get(place));
  }

  Optional<MemberSnapshot> view(int place) {
    return process(place).filter(ModelProcess::awake).flatMap(ModelProcess::view);
  }

  /** The place that leads, as far as one does and a quorum follows. */
  Optional<Integer> leader() {
    return processes.keySet().stream()
        .filter(p -> view(p).filter(MemberSnapshot::leads).isPresent())
        .max((a, b) -> Long.compare(term(a), term(b)));
  }

  /** The place that leads in the cluster of this one. */
  Optional<Integer> leaderOf(MemberSnapshot member) {
    return processes.keySet().stream()
        .filter(p -> view(p).filter(MemberSnapshot::leads).isPresent())
        .filter(p -> view(p).orElseThrow().cluster().equals(member.cluster()))
        .max((a, b) -> Long.compare(term(a), term(b)));
  }

  private long term(int place) {
    return view(place).map(MemberSnapshot::term).orElse(0L);
  }

  /** Whether a place's etcd ended because it was removed. */
  boolean endedRemoved(int place) {
    return process(place)
        .flatMap(ModelProcess::exited)
        .filter(e -> e.lastWords().contains("permanently removed"))
        .isPresent();
  }

  SeenState look() {
    SortedMap<Integer, String> seen = new TreeMap<>();
    processes.forEach((place, process) -> seen.put(place, look(process)));
    return new SeenState(seen);
  }

  private static String look(ModelProcess process) {
    if (process.exited().isPresent()) {
      return process.exited().map(Exited::code).map(Normal::exit).orElseThrow();
    }
    if (process.frozen()) {
      return "frozen";
    }
    return process.view().filter(MemberSnapshot::serving).map(ModelLook::words).orElse("starting");
  }

  private static String words(MemberSnapshot view) {
    List<String> members =
        view.members().stream()
            .map(m -> SeenState.member(Place.of(m.peerUrl()), m.learner(), m.started()))
            .sorted()
            .toList();
    boolean learner =
        view.members().stream().anyMatch(m -> m.id().equals(view.member()) && m.learner());
    return SeenState.running(
        view.cluster().toString(),
        learner ? "learner" : String.join(" ", members),
        view.revision(),
        view.keys().size(),
        view.keys().hashCode(),
        view.leader().isPresent());
  }
}
