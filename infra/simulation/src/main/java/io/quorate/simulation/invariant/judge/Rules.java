package io.quorate.simulation.invariant.judge;

import io.quorate.simulation.world.SimWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A table of rules about one kind of thing that is seen. Each row is an invariant's name, and what
 * of the thing breaks it; each keeps its first breach.
 */
public final class Rules<E> {
  private final SimWorld world;
  private final List<Row<E>> rows = new ArrayList<>();

  private static final class Row<E> extends EventInvariant {
    private final Function<E, Optional<String>> breach;

    Row(String name, SimWorld world, Function<E, Optional<String>> breach) {
      super(name, world);
      this.breach = breach;
    }
  }

  public Rules(SimWorld world) {
    this.world = world;
  }

  /** One row more. */
  public Rules<E> row(String name, Function<E, Optional<String>> breach) {
    rows.add(new Row<>(name, world, breach));
    return this;
  }

  /** Something was seen. */
  public void judge(E seen) {
    for (Row<E> row : rows) {
      row.breach.apply(seen).ifPresent(row::breaks);
    }
  }

  /** What can be asked at any time. */
  public List<Invariant> invariants() {
    return List.copyOf(rows);
  }

  /** The same; whenever they are asked, this is done before. */
  public List<Invariant> invariants(Runnable look) {
    List<Invariant> all = new ArrayList<>();
    all.add(new Look("look", look));
    all.addAll(rows);
    return all;
  }
}
