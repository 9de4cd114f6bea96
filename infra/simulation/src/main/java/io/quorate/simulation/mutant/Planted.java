package io.quorate.simulation.mutant;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A bug that is planted now, until this is closed.
 *
 * @param hunt the hunter that meets it, made among the planted classes
 */
public record Planted(UnaryOperator<String> hunt, Runnable end) implements AutoCloseable {
  /**
   * Plants a bug: into the classes of this JVM where that can be done, else into classes that are
   * loaded anew.
   *
   * @param hunter whose answers are asked for
   */
  public static Planted plant(Mutant mutant, Class<? extends UnaryOperator<String>> hunter)
      throws IOException {
    Map<String, byte[]> classes = SwappedClasses.of(mutant);
    try {
      Optional<Runnable> redefined = Redefinition.plant(classes);
      if (redefined.isPresent()) {
        return new Planted(made(hunter), redefined.get());
      }
      Class<?> anew = Class.forName(hunter.getName(), true, new PlantedClasses(classes));
      return new Planted(made(anew), () -> {});
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("cannot load the classes anew for " + mutant, e);
    }
  }

  @SuppressWarnings("unchecked") // The hunter's class, perhaps loaded anew.
  private static UnaryOperator<String> made(Class<?> hunter) {
    try {
      return hunter.asSubclass(UnaryOperator.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + hunter, e);
    }
  }

  /** Takes it out again. */
  @Override
  public void close() {
    end.run();
  }
}
