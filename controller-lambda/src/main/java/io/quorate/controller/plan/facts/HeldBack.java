package io.quorate.controller.plan.facts;

import io.quorate.controller.decision.Decision;

/**
 * What an operator's pause keeps from being done.
 *
 * @param rule the rule that would decide
 * @param decision what it would do
 */
public record HeldBack(String rule, Decision decision) {
  /** As people read it. */
  public String words() {
    return rule + " (" + decision.reason().message() + ")";
  }
}
