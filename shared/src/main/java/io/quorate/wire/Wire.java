package io.quorate.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Where a record's wire form differs from the rule of {@code io.quorate.codec.RecordCodec}: that
 * each component is one attribute of its name, in the order of the components.
 */
public final class Wire {
  /** The longest id that one node may make others keep. */
  public static final int ID = 64;

  /** The longest text for people that one node may make others keep. */
  public static final int WORDS = 1_000;

  private Wire() {}

  /** The longest URL. */
  public static final int URL = 300;

  /** The most URLs of one member. */
  public static final int URLS = 5;

  /** The most members of a list, whose line in the status stays far below what an item may hold. */
  public static final int MEMBERS = 50;

  /** The largest count: a thousand times as much is still a number that others can work with. */
  public static final long LARGEST = 1L << 53;

  /** A longer text is refused; so is one in a list that is longer, and a longer text of words. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Longest {
    /** In characters. */
    int value();
  }

  /** Of a longer text the beginning is read. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Cut {
    /** In characters. */
    int value();
  }

  /** A number below the least is refused, and one above {@link #LARGEST}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Count {
    /** The least number. */
    long least() default 0;
  }

  /** A list with more elements is refused. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Most {
    /** How many there may be. */
    int value();
  }

  /** The attribute's name; {@code a.b} is attribute {@code b} of a map of its own. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
  public @interface Name {
    /** The name. */
    String value();
  }

  /** The attributes of a component's record, or of its map, stand beside the others. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Inline {}

  /** Where a component is written: golden files hold the order. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface After {
    /** The component before it. */
    String value();
  }

  /** Not written while it is empty, false or zero; what is missing is read as that. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Sparse {}

  /** Records of older releases lack it: it is read as empty, false or zero. Always written. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface AddedLater {}

  /** An instant that stands as milliseconds, under its name with {@code Millis}, to be compared. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface EpochMillis {}

  /** A list that stands as a map, and is read in the order of its keys. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Keyed {
    /** The elements' method that gives the key. */
    String value();
  }

  /** Elements are passed over whose constant this release does not know. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface KnownOnly {
    /** The elements' attribute that names the constant. */
    String value();
  }

  /** An attribute that is written for conditions, filters or people, and not read. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  public @interface Derived {
    /** The record's method that gives it, which is its name. */
    String value();

    /** The component before it. */
    String after();
  }

  /** A value that stands as its text: its own {@code toString} and static {@code parse}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  public @interface Text {}
}
