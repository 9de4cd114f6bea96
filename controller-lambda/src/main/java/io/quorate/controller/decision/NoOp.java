package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;

/** Nothing is done in this turn: all is well, or something is awaited. */
public record NoOp(Reason reason) implements Decision {
  @Override
  public String code() {
    return "NO_OP";
  }

  @Override
  public String summary() {
    return "do nothing";
  }

  @Override
  public boolean changes() {
    return false;
  }

  @Override
  public boolean mayRestOnBulk(ClusterView view) {
    return true;
  }
}
