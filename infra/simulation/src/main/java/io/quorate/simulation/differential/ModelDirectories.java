package io.quorate.simulation.differential;

import io.quorate.simulation.etcd.Answer;
import io.quorate.simulation.etcd.Call;
import io.quorate.simulation.etcd.DataDirectory;
import io.quorate.simulation.etcd.Outcome;
import io.quorate.simulation.etcd.SavedSnapshot;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The data directories of modelled etcds: wiped, copied, rolled back, saved and restored. */
final class ModelDirectories implements Directories {
  private final String network;
  private final ModelCalls calls;
  private final SortedMap<Integer, DataDirectory> directories = new TreeMap<>();
  private final SortedMap<Integer, DataDirectory> copies = new TreeMap<>();
  private Optional<SavedSnapshot> saved = Optional.empty();

  ModelDirectories(String network, ModelCalls calls) {
    this.network = network;
    this.calls = calls;
  }

  DataDirectory of(int place) {
    return directories.computeIfAbsent(place, n -> new DataDirectory());
  }

  @Override
  public void wipe(int place) {
    directories.put(place, new DataDirectory());
  }

  @Override
  public void copy(int place) {
    copies.put(place, of(place).copy());
  }

  @Override
  public void rollBack(int place) {
    directories.put(
        place, Optional.ofNullable(copies.get(place)).orElse(new DataDirectory()).copy());
  }

  @Override
  public boolean save(int place) {
    saved =
        calls.ask(place, new Call.Save()) instanceof Outcome.Answered answered
                && answered.answer() instanceof Answer.Saved it
            ? Optional.of(it.snapshot())
            : Optional.empty();
    return saved.isPresent();
  }

  @Override
  public void restore(int place, String token) {
    directories.put(
        place,
        DataDirectory.restored(
            saved.orElseThrow(),
            new Place(network, place).name(),
            Place.cluster(network, List.of(place)),
            token,
            BUMP));
  }
}
