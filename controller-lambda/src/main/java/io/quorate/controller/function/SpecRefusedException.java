package io.quorate.controller.function;

/** A spec that may not be stored. The message names each field that is wrong. */
final class SpecRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SpecRefusedException(String message) {
    super(message);
  }
}
