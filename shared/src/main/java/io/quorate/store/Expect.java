package io.quorate.store;

import java.util.List;

/** What must hold of a record for a write to happen. */
public sealed interface Expect {
  /** Whatever stands there. */
  record Anything() implements Expect {}

  /** No such record. */
  record NoRecord() implements Expect {}

  /** The attribute has this value; a string or a long. */
  record Is(String attribute, Object value) implements Expect {}

  /** The attribute is missing, or the record is. */
  record Missing(String attribute) implements Expect {}

  /** The attribute is a number below this one. */
  record Below(String attribute, long bound) implements Expect {}

  /** The attribute is a number above this one. */
  record Above(String attribute, long bound) implements Expect {}

  /** All of these. */
  record All(List<Expect> of) implements Expect {}

  /** At least one of these. */
  record Any(List<Expect> of) implements Expect {}

  /** Whatever stands there. */
  static Expect anything() {
    return new Anything();
  }

  /** No such record. */
  static Expect noRecord() {
    return new NoRecord();
  }

  /** The attribute has this value. */
  static Expect is(String attribute, String value) {
    return new Is(attribute, value);
  }

  /** The attribute has this value. */
  static Expect is(String attribute, long value) {
    return new Is(attribute, value);
  }

  /** The attribute is missing, or the record is. */
  static Expect missing(String attribute) {
    return new Missing(attribute);
  }

  /** The attribute is a number below this one. */
  static Expect below(String attribute, long bound) {
    return new Below(attribute, bound);
  }

  /** The attribute is a number above this one. */
  static Expect above(String attribute, long bound) {
    return new Above(attribute, bound);
  }

  /** All of these. */
  static Expect all(Expect... of) {
    return new All(List.of(of));
  }

  /** At least one of these. */
  static Expect any(Expect... of) {
    return new Any(List.of(of));
  }
}
