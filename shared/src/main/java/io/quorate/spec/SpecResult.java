package io.quorate.spec;

import java.util.List;
import java.util.stream.Collectors;

/** What reading a spec comes to: the spec, or everything that is wrong with it. */
public sealed interface SpecResult {
  /** Every rule is kept. */
  record Valid(ClusterSpec spec) implements SpecResult {}

  /** All errors, in the order of the file, those between fields last; never empty. */
  record Invalid(List<SpecError> errors) implements SpecResult {
    /** Refuses an empty list, which would be neither valid nor explained. */
    public Invalid {
      errors = List.copyOf(errors);
      if (errors.isEmpty()) {
        throw new IllegalArgumentException("an invalid spec: expected at least one error");
      }
    }

    /** One error a line. */
    public String report() {
      return errors.stream().map(SpecError::toString).collect(Collectors.joining("\n"));
    }
  }

  /** The spec, or an IllegalArgumentException that lists every error. */
  default ClusterSpec orThrow() {
    return switch (this) {
      case Valid valid -> valid.spec();
      case Invalid invalid ->
          throw new IllegalArgumentException("the spec is not valid:\n" + invalid.report());
    };
  }
}
