package io.quorate.etcdmodel.differential;

import io.quorate.etcdmodel.Answer;
import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.CallOutcome;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.SavedSnapshot;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The data directories of modelled etcds: wiped, copied, rolled back, saved and restored. */
final class ModelDirectories implements Directories {
  private final String network;
  private final ModelCalls calls;
  private final SortedMap<Integer, ModelDirectory> directories = new TreeMap<>();
  private final SortedMap<Integer, ModelDirectory> copies = new TreeMap<>();
  private Optional<SavedSnapshot> saved = Optional.empty();

  ModelDirectories(String network, ModelCalls calls) {
    this.network = network;
    this.calls = calls;
  }

  ModelDirectory of(int place) {
    return directories.computeIfAbsent(place, n -> new ModelDirectory());
  }

  @Override
  public void wipe(int place) {
    directories.put(place, new ModelDirectory());
  }

  @Override
  public void copy(int place) {
    copies.put(place, of(place).copy());
  }

  @Override
  public void rollBack(int place) {
    directories.put(
        place, Optional.ofNullable(copies.get(place)).orElse(new ModelDirectory()).copy());
  }

  @Override
  public boolean save(int place) {
    saved =
        calls.ask(place, new Call.Save()) instanceof CallOutcome.Answered answered
                && answered.answer() instanceof Answer.Saved it
            ? Optional.of(it.snapshot())
            : Optional.empty();
    return saved.isPresent();
  }

  @Override
  public void restore(int place, String token) {
    directories.put(
        place,
        ModelDirectory.restored(
            saved.orElseThrow(),
            new Place(network, place).name(),
            Place.cluster(network, List.of(place)),
            token,
            BUMP));
  }
}
