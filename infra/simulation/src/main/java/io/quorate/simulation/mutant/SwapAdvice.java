package io.quorate.simulation.mutant;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** What is written into a method that a {@link Swap} concerns, before its first and last line. */
final class SwapAdvice {
  private SwapAdvice() {}

  /** Stands for the id of the swap. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface SwapId {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
  static boolean begins(@SwapId String id) {
    return Swap.passesOver(id);
  }

  @Advice.OnMethodExit
  @SuppressWarnings({"UnusedVariable", "ParameterReassignment"}) // It becomes the method's answer.
  static void ends(
      @SwapId String id,
      @Advice.This(optional = true) @Nullable Object self,
      @Advice.AllArguments Object[] arguments,
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC)
          @Nullable Object returned) {
    returned = Swap.answer(id, self, arguments, returned);
  }
}
