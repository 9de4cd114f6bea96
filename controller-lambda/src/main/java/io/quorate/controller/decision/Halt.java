package io.quorate.controller.decision;

/** Nothing is decided for this cluster until an operator has looked. */
public record Halt(Reason reason) implements Decision {
  /** The code, which is journalled also where a record cannot be read and nothing is planned. */
  public static final String CODE = "HALT";

  @Override
  public String code() {
    return CODE;
  }

  @Override
  public String summary() {
    return "halt: decide nothing for this cluster until an operator has looked";
  }

  @Override
  public boolean changes() {
    return false;
  }
}
