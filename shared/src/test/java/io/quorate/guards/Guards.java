package io.quorate.guards;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names what this test guards: it fails when that is taken out of the product. {@code GuardsTest}
 * of {@code infra/simulation} reads the sources, and fails where something has no guard.
 *
 * <p>Names: {@code CLOSE_TASK} is a rule of the planner or a condition, {@code CloseCommand} a
 * decision, {@code JOIN/PROMOTE} a step, {@code JOIN/undo/STOP_LEARNER} a step of its undoing,
 * {@code TurnResult.Busy} a variant of a result, {@code RecordCheck#3} the third refusal in the
 * source of that class.
 */
@Retention(RetentionPolicy.SOURCE)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Guards {
  /** The names. */
  String[] value();
}
