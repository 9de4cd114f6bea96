package io.quorate.simulation.mutant;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;

/** The classes that a bug changes, with the bug in them. */
final class SwappedClasses {
  private static final ClassLoader LOADER = SwappedClasses.class.getClassLoader();

  private SwappedClasses() {}

  /**
   * By their names.
   *
   * @throws IllegalStateException when the product no longer has a class or method
   */
  static Map<String, byte[]> of(Mutant mutant) throws IOException {
    Map<String, byte[]> classes = new LinkedHashMap<>();
    for (int place = 0; place < mutant.swaps().size(); place++) {
      Swap swap = mutant.swaps().get(place);
      byte[] before = classes.get(swap.type());
      classes.put(
          swap.type(),
          swapped(mutant, place, before == null ? original(mutant, swap.type()) : before));
    }
    return classes;
  }

  private static byte[] original(Mutant mutant, String type) throws IOException {
    try {
      return OriginalClasses.bytes(LOADER, type);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(mutant + ": there is no class " + type, e);
    }
  }

  private static byte[] swapped(Mutant mutant, int place, byte[] before) {
    Swap swap = mutant.swaps().get(place);
    ClassFileLocator classes =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(swap.type(), before),
            ClassFileLocator.ForClassLoader.of(LOADER));
    TypeDescription type = TypePool.Default.of(classes).describe(swap.type()).resolve();
    ElementMatcher.Junction<MethodDescription> method =
        named(swap.method()).and(not(isAbstract())).and(not(isBridge()));
    if (type.getDeclaredMethods().filter(method).isEmpty()) {
      throw new IllegalStateException(
          mutant + ": " + swap.type() + " has no method " + swap.method() + "; swap another one");
    }
    return new ByteBuddy()
        .decorate(type, classes)
        .visit(
            Advice.withCustomMapping()
                .bind(SwapAdvice.SwapId.class, Swap.id(mutant, place))
                .to(SwapAdvice.class)
                .on(method))
        .make()
        .getBytes();
  }
}
