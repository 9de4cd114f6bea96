package io.quorate.controller.plan;

import io.quorate.controller.decision.Decision;

/** What became of one rule in a turn. */
public sealed interface RuleEvaluation {
  /** The rule's name, as its file has it. */
  String rule();

  /** It applies, so it decides. */
  record Applies(String rule, Decision decision) implements RuleEvaluation {}

  /** It applies, and waits; a later rule may decide meanwhile. */
  record Waits(String rule, Decision decision) implements RuleEvaluation {}

  /** It applies, and an operator's pause holds it back. */
  record HeldByPause(String rule, Decision decision) implements RuleEvaluation {}

  /** It was asked, and has nothing to say. */
  record DoesNotApply(String rule) implements RuleEvaluation {}

  /** It was not asked, for an earlier rule applies: what it would say has no meaning then. */
  record NotReached(String rule) implements RuleEvaluation {}
}
