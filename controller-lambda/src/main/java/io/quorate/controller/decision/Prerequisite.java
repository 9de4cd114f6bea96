package io.quorate.controller.decision;

import io.quorate.state.Bootstrap;

/** What a decision needs done outside the tables before its transaction; harmless to repeat. */
public sealed interface Prerequisite {
  /** The mirror of the lineage holds this bootstrap. */
  record MirrorBootstrap(Bootstrap bootstrap) implements Prerequisite {}
}
