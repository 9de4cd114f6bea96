package io.quorate.controller.plan;

/** What became of one rule in a turn. */
public sealed interface Considered {
  /** The rule's name, as its file has it. */
  String rule();

  /** It applies, so it decides. */
  record Applies(String rule, Decision decision) implements Considered {}

  /** It applies, and waits; a later rule may decide meanwhile. */
  record Waits(String rule, Decision decision) implements Considered {}

  /** It was asked, and has nothing to say. */
  record DoesNotApply(String rule) implements Considered {}

  /** It was not asked, for an earlier rule applies: what it would say has no meaning then. */
  record NotReached(String rule) implements Considered {}
}
