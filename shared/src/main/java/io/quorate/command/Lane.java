package io.quorate.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How commands are carried out. Each lane has a slot on each node and at most one open command in a
 * cluster.
 */
public enum Lane {
  /** In steps that are journalled and resumed after a crash. */
  MEMBERSHIP("instruction"),
  /** In the background, started anew after a crash; it gives way to the other lane. */
  MAINTENANCE("task");

  /** A component that holds what is of this lane. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Only {
    /** The lane. */
    Lane value();
  }

  private final String word;

  Lane(String word) {
    this.word = word;
  }

  /** What records, the journal and people call a command of this lane. */
  public String word() {
    return word;
  }

  /** The attribute that holds a command's id. */
  public String idAttribute() {
    return word + "Id";
  }
}
