package io.quorate.etcdmodel.differential;

/** What an operation came to on each side, in normal words; empty where there is nothing to say. */
record OutcomePair(String real, String model) {
  /** Whether they say the same; no clear answer is one outcome. */
  boolean same() {
    return real.equals(model) || (nothing(real) && nothing(model));
  }

  /** Whether a side has no clear answer. */
  boolean unclear() {
    return nothing(real) || nothing(model);
  }

  private static boolean nothing(String outcome) {
    return outcome.equals(Normal.UNKNOWN) || outcome.equals(Normal.NOT_REACHED);
  }
}
