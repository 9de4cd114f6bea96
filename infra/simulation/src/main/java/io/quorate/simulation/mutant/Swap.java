package io.quorate.simulation.mutant;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One method of the product that answers something else while its bug is planted.
 *
 * @param type name of its class
 * @param method its name; of several with that name all
 * @param instead whether the method itself is not executed
 * @param answer what it answers
 */
public record Swap(
    String type, String method, boolean instead, Function<Call, @Nullable Object> answer) {

  /**
   * A call of the method.
   *
   * @param self whose method it is; none where it is static
   * @param returned what the method answered; none where it was not executed, or answers nothing
   */
  public record Call(@Nullable Object self, Object[] arguments, @Nullable Object returned) {
    /** The argument at this place. */
    <T> T argument(int place, Class<T> type) {
      return type.cast(arguments[place]);
    }

    /** Whose method it is. */
    <T> T self(Class<T> type) {
      return type.cast(Objects.requireNonNull(self, "a static method belongs to no object"));
    }
  }

  /** The method is not executed, and answers this. */
  static Swap instead(Class<?> type, String method, Function<Call, @Nullable Object> answer) {
    return instead(type.getName(), method, answer);
  }

  /** The same of a class that is not public. */
  static Swap instead(String type, String method, Function<Call, @Nullable Object> answer) {
    return new Swap(type, method, true, answer);
  }

  /** The method is executed, and then answers this. */
  static Swap after(Class<?> type, String method, Function<Call, @Nullable Object> answer) {
    return after(type.getName(), method, answer);
  }

  /** The same of a class that is not public. */
  static Swap after(String type, String method, Function<Call, @Nullable Object> answer) {
    return new Swap(type, method, false, answer);
  }

  /** Made once all bugs are. */
  private static final class All {
    static final Map<String, Swap> BY_ID =
        Arrays.stream(Mutant.values())
            .flatMap(
                mutant -> IntStream.range(0, mutant.swaps().size()).mapToObj(i -> of(mutant, i)))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private static Map.Entry<String, Swap> of(Mutant mutant, int place) {
      return Map.entry(id(mutant, place), mutant.swaps().get(place));
    }
  }

  static String id(Mutant mutant, int place) {
    return mutant.name() + "#" + place;
  }

  /** Called by the product's method when it begins: whether it is to be passed over. */
  public static boolean passesOver(String id) {
    return named(id).instead();
  }

  /** Called by the product's method when it ends. */
  public static @Nullable Object answer(
      String id, @Nullable Object self, Object[] arguments, @Nullable Object returned) {
    return named(id).answer().apply(new Call(self, arguments, returned));
  }

  private static Swap named(String id) {
    Swap swap = All.BY_ID.get(id);
    if (swap == null) {
      throw new IllegalStateException("no swap " + id);
    }
    return swap;
  }
}
